package goku.codec.block;

/// An encoder of the timestamps of one or more series in one bucket. Owned by one thread.
public final class TimestampEncoder {
  private final ColumnEncoder column = new ColumnEncoder();
  private final long[] offsets = new long[BlockLayout.MAX_CHUNK];

  /// Returns the largest number of bytes that `count` timestamps take.
  ///
  /// @throws IllegalArgumentException for more than 200,000,000, which do not fit into an array
  public static int maxBytes(int count) {
    return BlockLayout.maxBytes(count);
  }

  /// Returns the smallest number of bytes that `count` timestamps take. Readers use it to check
  /// counts.
  public static int minBytes(int count) {
    return BlockLayout.minBytes(count);
  }

  /// Writes the first `count` timestamps, in milliseconds and strictly ascending, to the array from
  /// index `at` on, and returns the index after them. The array must have room for `maxBytes`.
  ///
  /// @param originMillis the start of the bucket, not after the first timestamp
  public int encode(long[] timestamps, int count, long originMillis, byte[] into, int at) {
    int length = BlockLayout.chunkLength(count);
    int end = at;
    for (int from = 0; from < count; from += length) {
      int n = Math.min(length, count - from);
      for (int i = 0; i < n; i++) {
        offsets[i] = timestamps[from + i] - originMillis;
      }
      column.planLine(offsets, n);
      end = column.write(0, 0, into, end);
    }
    return end;
  }
}
