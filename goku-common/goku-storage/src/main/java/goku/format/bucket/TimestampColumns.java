package goku.format.bucket;

import static goku.codec.block.ValueDecoder.READ_AHEAD_BYTES;
import static goku.format.bucket.BucketLayout.COLUMN_BLOCK;
import static goku.format.bucket.BucketLayout.COLUMN_BYTES;
import static goku.format.bucket.BucketLayout.COLUMN_POINTS;
import static goku.format.bucket.BucketLayout.COLUMN_SERIES;
import static goku.format.bucket.BucketLayout.INT;

import goku.codec.block.TimestampDecoder;
import goku.codec.block.TimestampEncoder;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The columns of timestamps of a bucket file. Columns of many series, which have the lowest
/// numbers, are decoded once and cached on the heap. Thread-safe: two threads may decode the same
/// column concurrently, and one result is kept.
final class TimestampColumns {
  /// The number of series from which caching a decoded column pays.
  private static final int MIN_SERIES = 8;

  private static final int ARRAY_BYTES = 24;
  private static final VarHandle KEPT = MethodHandles.arrayElementVarHandle(long[][].class);

  private final MemorySegment file;
  private final long columns;
  private final long blocks;
  private final long originMillis;
  private final PageChecks checks;

  /// The cached columns. Written with release, read with acquire.
  private final long[] @Nullable [] kept;

  /// @param columns offset of the section of columns
  /// @param blocks offset of the section of pages
  /// @param maxKeptBytes largest size of the cached columns on the heap
  /// @param checks verifies pages before a block in them is decoded
  TimestampColumns(
      MemorySegment file,
      long columns,
      int count,
      long blocks,
      long originMillis,
      long maxKeptBytes,
      PageChecks checks) {
    this.file = file;
    this.columns = columns;
    this.blocks = blocks;
    this.originMillis = originMillis;
    this.checks = checks;
    kept = new long[toKeep(count, maxKeptBytes)][];
  }

  int points(int column) {
    return file.get(INT, at(column) + COLUMN_POINTS);
  }

  /// Returns the number of series that have the column.
  int series(int column) {
    return file.get(INT, at(column) + COLUMN_SERIES);
  }

  /// Returns the number of columns that may be cached.
  int kept() {
    return kept.length;
  }

  /// Verifies the pages of a column's block.
  ///
  /// @throws goku.format.CorruptException for a corrupt page
  void require(int column) {
    long block = block(column);
    checks.require(block, block + TimestampEncoder.maxBytes(points(column)) + READ_AHEAD_BYTES);
  }

  /// Writes the `count` timestamps of a column to the array from `to` on.
  void read(int column, int count, long[] into, int to) {
    if (column < kept.length) {
      System.arraycopy(kept(column, count), 0, into, to, count);
    } else {
      decode(column, count, into, to);
    }
  }

  private long[] kept(int column, int count) {
    long @Nullable [] found = (long[]) KEPT.getAcquire(kept, column);
    return found != null ? found : keep(column, count);
  }

  private long[] keep(int column, int count) {
    long[] decoded = new long[count];
    decode(column, count, decoded, 0);
    KEPT.setRelease(kept, column, decoded);
    return decoded;
  }

  private void decode(int column, int count, long[] into, int to) {
    long block = block(column);
    checks.require(block, block + TimestampEncoder.maxBytes(count) + READ_AHEAD_BYTES);
    TimestampDecoder.decode(file, blocks + block, count, originMillis, into, to);
  }

  private long block(int column) {
    return Integer.toUnsignedLong(file.get(INT, at(column) + COLUMN_BLOCK));
  }

  private int toKeep(int count, long maxBytes) {
    long bytes = 0;
    int column = 0;
    while (column < count && series(column) >= MIN_SERIES) {
      bytes += ARRAY_BYTES + (long) points(column) * Long.BYTES;
      if (bytes > maxBytes) {
        break;
      }
      column++;
    }
    return column;
  }

  private long at(int column) {
    return columns + (long) column * COLUMN_BYTES;
  }
}
