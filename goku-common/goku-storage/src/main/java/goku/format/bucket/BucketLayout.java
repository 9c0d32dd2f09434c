package goku.format.bucket;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Offsets, sizes and limits of a bucket file; the package comment has the tables.
final class BucketLayout {
  static final String FORMAT = "bucket file";

  /// `GokuBckt` in ASCII.
  static final long MAGIC = 0x746B_6342_756B_6F47L;

  /// The version without a coverage.
  static final int FIRST_VERSION = 2;

  static final int VERSION = 3;

  static final int MAGIC_OFFSET = 0;
  static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;
  static final int HEADER_BYTES_OFFSET = VERSION_OFFSET + Integer.BYTES;
  static final int FILE_BYTES_OFFSET = HEADER_BYTES_OFFSET + Integer.BYTES;
  static final int START_OFFSET = FILE_BYTES_OFFSET + Long.BYTES;
  static final int LENGTH_OFFSET = START_OFFSET + Long.BYTES;
  static final int SHARD_OFFSET = LENGTH_OFFSET + Long.BYTES;
  static final int GENERATION_OFFSET = SHARD_OFFSET + Integer.BYTES;
  static final int METRICS_OFFSET = GENERATION_OFFSET + Integer.BYTES;
  static final int TERMS_OFFSET = METRICS_OFFSET + Integer.BYTES;
  static final int SERIES_OFFSET = TERMS_OFFSET + Integer.BYTES;
  static final int COLUMNS_OFFSET = SERIES_OFFSET + Integer.BYTES;
  static final int POINTS_OFFSET = COLUMNS_OFFSET + Integer.BYTES;
  static final int SECTIONS_OFFSET = POINTS_OFFSET + Long.BYTES;

  static final int SECTION_OFFSET = 0;
  static final int SECTION_LENGTH = SECTION_OFFSET + Long.BYTES;
  static final int SECTION_CRC = SECTION_LENGTH + Long.BYTES;
  static final int SECTION_BYTES = SECTION_CRC + Integer.BYTES;

  static final int NAMESPACE_OFFSET =
      SECTIONS_OFFSET + SectionKind.values().length * SECTION_BYTES + Integer.BYTES;
  static final int NAMESPACE_LENGTH_OFFSET = NAMESPACE_OFFSET - Integer.BYTES;
  static final int MAX_NAMESPACE_BYTES = 1024;

  // the coverage follows the namespace
  static final int COVERAGE_KIND = 0;
  static final int COVERAGE_LOG = COVERAGE_KIND + Byte.BYTES;
  static final int COVERAGE_THROUGH = COVERAGE_LOG + 2 * Long.BYTES;
  static final int COVERAGE_BYTES = COVERAGE_THROUGH + Long.BYTES;
  static final int CRC_BYTES = Integer.BYTES;

  /// The alignment of sections, a cache line.
  static final int ALIGNMENT = 64;

  static final int ENTRY_BYTES = 2 * Integer.BYTES;
  static final int ENTRY_COLUMN_SHIFT = Integer.SIZE;

  static final int COLUMN_BLOCK = 0;
  static final int COLUMN_POINTS = COLUMN_BLOCK + Integer.BYTES;
  static final int COLUMN_SERIES = COLUMN_POINTS + Integer.BYTES;
  static final int COLUMN_BYTES = COLUMN_SERIES + Integer.BYTES;

  static final int PAGE_BYTES = 64 << 10;

  /// The largest offset of a block, which has four bytes.
  static final long MAX_BLOCK_OFFSET = 0xFFFF_FFFFL;

  /// The largest number of terms of a name with a mask.
  static final int MAX_MASKED_TERMS = 63;

  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private BucketLayout() {}

  static long align(long bytes) {
    return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }

  static int headerBytes(int version, int namespaceBytes) {
    int coverage = version == FIRST_VERSION ? 0 : COVERAGE_BYTES;
    return (int) align(NAMESPACE_OFFSET + namespaceBytes + coverage + CRC_BYTES);
  }
}
