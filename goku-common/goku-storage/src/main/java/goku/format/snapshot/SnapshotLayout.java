package goku.format.snapshot;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// Offsets, sizes and codes of a snapshot; the package comment has the tables.
final class SnapshotLayout {
  static final String FORMAT = "snapshot";

  /// The version without the state of the shard.
  static final int FIRST_VERSION = 2;

  /// The version with a state that has neither the epoch of the leader nor inputs.
  static final int STATE_VERSION = 3;

  static final int VERSION = 4;

  static final int MAGIC_OFFSET = 0;
  static final int MAGIC_BYTES = 8;
  static final int VERSION_OFFSET = MAGIC_OFFSET + MAGIC_BYTES;
  static final int SIZE_OFFSET = VERSION_OFFSET + Integer.BYTES;
  static final int DESCRIPTION_OFFSET = SIZE_OFFSET + Integer.BYTES;

  /// The largest description, which has room for thousands of bucket files. The limit protects
  /// readers, which allocate the description before they can verify its checksum.
  static final int MAX_DESCRIPTION_BYTES = 1 << 20;

  static final int CHECKSUM_BYTES = Integer.BYTES;

  static final int FRAME_SIZE_OFFSET = 0;
  static final int FRAME_CHECKSUM_OFFSET = FRAME_SIZE_OFFSET + Integer.BYTES;
  static final int FRAME_HEADER_CHECKSUM_OFFSET = FRAME_CHECKSUM_OFFSET + CHECKSUM_BYTES;
  static final int FRAME_HEADER_BYTES = FRAME_HEADER_CHECKSUM_OFFSET + CHECKSUM_BYTES;

  /// The size in bytes at which a frame is written. It is large enough for fast transfers and small
  /// enough to stay in a processor's cache between checksum and decoding.
  static final int FRAME_BYTES = 512 << 10;

  static final int METRIC = 1;
  static final int PAIR = 2;
  static final int SERIES = 3;
  static final int REMOVED = 4;
  static final int STREAMS = 5;
  static final int STREAM = 6;
  static final int END = 7;

  static final int KIND_BITS = 4;
  static final int KIND_MASK = (1 << KIND_BITS) - 1;
  static final int SEALED = 1;

  static final int LEADING_SHIFT = 6;
  static final int WINDOW_MASK = 63;
  static final int NO_WINDOW = 32;
  static final int VALUE_SHIFT = 12;

  private SnapshotLayout() {}

  static byte[] magic() {
    return "GOKUSNAP".getBytes(US_ASCII);
  }
}
