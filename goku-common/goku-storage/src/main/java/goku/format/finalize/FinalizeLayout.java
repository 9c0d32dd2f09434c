package goku.format.finalize;

/// Offsets of the fields of a finalize record; the package comment has the table.
final class FinalizeLayout {
  static final byte MAGIC = 0x46;

  /// The version of records that leave metrics out. Other records have version 1 or 2.
  static final byte VERSION = 3;

  static final int VERSION_OFFSET = 1;
  static final int FLAGS_OFFSET = 2;
  static final short EVEN_EMPTY = 1;
  static final int THROUGH_OFFSET = 4;

  /// The full size of versions 1 and 2.
  static final int HEAD_BYTES = THROUGH_OFFSET + Long.BYTES;

  static final int COUNT_OFFSET = HEAD_BYTES;
  static final int HASHES_OFFSET = COUNT_OFFSET + Integer.BYTES;

  /// The largest record, half of the default limit of Kafka.
  static final int MOST_BYTES = 512 << 10;

  private FinalizeLayout() {}
}
