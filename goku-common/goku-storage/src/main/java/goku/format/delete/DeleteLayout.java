package goku.format.delete;

/// Offsets, sizes and codes of a delete; the package comment has the tables.
public final class DeleteLayout {
  static final String FORMAT = "delete";
  static final byte MAGIC = 0x44;
  static final byte VERSION = 1;

  static final int MAGIC_OFFSET = 0;
  static final int VERSION_OFFSET = MAGIC_OFFSET + Byte.BYTES;
  static final int FLAGS_OFFSET = VERSION_OFFSET + Byte.BYTES;
  static final int COUNT_OFFSET = FLAGS_OFFSET + Short.BYTES;
  static final int START_OFFSET = COUNT_OFFSET + Integer.BYTES;
  static final int END_OFFSET = START_OFFSET + Long.BYTES;
  static final int HEADER_BYTES = END_OFFSET + Long.BYTES;

  static final short EXPLICIT_TAGS = 1;

  static final byte VALUES = 1;
  static final byte REGEXP = 2;
  static final byte ANY_VALUE = 3;
  static final byte NOT_KEY = 4;
  static final byte NAME_HASHES = 5;

  static final byte IGNORE_CASE = 1;
  static final byte NEGATED = 2;
  static final byte DOT_ALL = 4;

  private DeleteLayout() {}

  /// Returns the key of every Kafka record that holds a delete.
  public static byte[] recordKey() {
    return new byte[] {MAGIC};
  }
}
