package goku.longterm.read.access;

import goku.format.FormatException;
import goku.format.sst.ColumnValue;
import goku.format.sst.SstKeys;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A cache of decoded columns of timestamps of one bucket. It is effective as many series share
/// their timestamps. Owned by one thread.
public final class Columns {
  private static final int KEPT = 256;
  private static final long[] NONE = {};

  private final BucketDb bucket;
  private final NativeBuffer buffer = new NativeBuffer();
  private final ValueCursor cursor;
  private final long maxKept;

  /// The number of the column in each slot plus one; a column can be in one slot only.
  private final int[] numbers = new int[KEPT];

  private final int[] sizes = new int[KEPT];
  private final long[][] timestamps = new long[KEPT][];
  private long kept;
  private int place;

  /// @param maxKept number of timestamps that are kept before all are dropped
  public Columns(BucketDb bucket, long maxKept) {
    this.bucket = bucket;
    this.maxKept = maxKept;
    cursor = new ValueCursor(bucket, bucket.keys().column(0), SstKeys.PREFIX_BYTES, 1, buffer);
    Arrays.fill(timestamps, NONE);
  }

  /// Loads a column.
  ///
  /// @throws FormatException when it is broken or missing
  public void load(int column) {
    place = column & KEPT - 1;
    if (numbers[place] != column + 1) {
      numbers[place] = 0;
      read(column);
      numbers[place] = column + 1;
    }
  }

  /// Returns the number of timestamps of the column.
  public int size() {
    return sizes[place];
  }

  /// Returns the timestamps of the column in the first `size()` entries.
  public long[] timestamps() {
    return timestamps[place];
  }

  private void read(int column) {
    int length = cursor.read(column, 0);
    if (length < 0) {
      throw bucket.missing(cursor.key(column));
    }
    MemorySegment value = buffer.value(0, length);
    try {
      int size = ColumnValue.points(value, length);
      makeRoom(size);
      ColumnValue.decode(value, size, bucket.manifest().startMillis(), timestamps[place], 0);
      sizes[place] = size;
    } catch (FormatException e) {
      throw bucket.corrupt(cursor.key(column), e);
    }
  }

  private void makeRoom(int size) {
    int had = timestamps[place].length;
    if (had < size) {
      if (kept + size - had > maxKept) {
        Arrays.fill(timestamps, NONE);
        Arrays.fill(numbers, 0);
        kept = 0;
        had = 0;
      }
      timestamps[place] = new long[size];
      kept += size - had;
    }
  }
}
