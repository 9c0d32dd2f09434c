package goku.format.finalize;

/// Where the fields of a decision to finalize lie; see the package's description.
final class FinalizeLayout {
  static final byte MAGIC = 0x46;

  /// Of decisions that leave metrics out; those that do not are of version 1 or 2.
  static final byte VERSION = 3;

  static final int VERSION_OFFSET = 1;
  static final int FLAGS_OFFSET = 2;
  static final short EVEN_EMPTY = 1;
  static final int THROUGH_OFFSET = 4;

  /// Of versions 1 and 2 all there is.
  static final int HEAD_BYTES = THROUGH_OFFSET + Long.BYTES;

  static final int COUNT_OFFSET = HEAD_BYTES;
  static final int HASHES_OFFSET = COUNT_OFFSET + Integer.BYTES;

  /// Half of what Kafka takes as a record by default.
  static final int MOST_BYTES = 512 << 10;

  private FinalizeLayout() {}
}
