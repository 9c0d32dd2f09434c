package goku.codec.block;

import static java.lang.Double.doubleToRawLongBits;

/// A lossless encoder of the values of a series in one bucket. Owned by one thread.
public final class ValueEncoder {
  /// The mean size of decimals above which their bits or a `ChunkEncoding` may be smaller.
  private static final int GOOD_BYTES_A_VALUE = 2;

  private final DecimalFit decimals = new DecimalFit();
  private final ColumnEncoder integers = new ColumnEncoder();
  private final ChunkEncoder bits = new BitsEncoder();
  private final ChunkEncoder[] escaped = ChunkEncoding.newEncoders();
  private final long[] raw = new long[BlockLayout.MAX_CHUNK];

  /// Returns the largest number of bytes that `count` values take.
  ///
  /// @throws IllegalArgumentException for more than 200,000,000, which do not fit into an array
  public static int maxBytes(int count) {
    return BlockLayout.maxBytes(count);
  }

  /// Returns the smallest number of bytes that `count` values take. Readers use it to check counts.
  public static int minBytes(int count) {
    return BlockLayout.minBytes(count);
  }

  /// Writes the first `count` values to the array from index `at` on and returns the index after
  /// them. The array must have room for `maxBytes`.
  public int encode(double[] values, int count, byte[] into, int at) {
    int length = BlockLayout.chunkLength(count);
    int end = at;
    for (int from = 0; from < count; from += length) {
      end = encodeChunk(values, from, Math.min(length, count - from), into, end);
    }
    return end;
  }

  private int encodeChunk(double[] values, int from, int count, byte[] into, int at) {
    boolean decimal = decimals.fit(values, from, count);
    int decimalBytes = Integer.MAX_VALUE;
    if (decimal) {
      int exponentBytes = decimals.exponent == 0 ? 0 : 1;
      decimalBytes =
          integers.plan(decimals.integers, count)
              + exponentBytes
              + decimals.ulps.bytes(count)
              + decimals.raw.bytes(count);
      if (decimalBytes <= GOOD_BYTES_A_VALUE * count) {
        return writeDecimals(count, into, at);
      }
    }
    for (int i = 0; i < count; i++) {
      raw[i] = doubleToRawLongBits(values[from + i]);
    }
    ChunkEncoder smallest = bits;
    int least = bits.plan(raw, count);
    for (ChunkEncoder encoder : escaped) {
      int bytes = encoder.plan(raw, count);
      if (bytes < least) {
        least = bytes;
        smallest = encoder;
      }
    }
    return decimalBytes <= least ? writeDecimals(count, into, at) : smallest.write(into, at);
  }

  private int writeDecimals(int count, byte[] into, int at) {
    int flags =
        (decimals.ulps.count() == 0 ? 0 : BlockLayout.ULPS)
            | (decimals.raw.count() == 0 ? 0 : BlockLayout.RAW);
    int end = integers.write(flags, decimals.exponent, into, at);
    if (decimals.ulps.count() > 0) {
      end = decimals.ulps.write(count, into, end);
    }
    return decimals.raw.count() > 0 ? decimals.raw.write(count, into, end) : end;
  }
}
