package goku.codec.block;

import static goku.codec.block.BlockLayout.DOUBLES;
import static goku.codec.block.BlockLayout.LONGS;
import static java.lang.Double.doubleToRawLongBits;

import goku.model.PointBuffer;
import goku.model.ValueType;

/// A lossless encoder of the values of a series in one bucket. Owned by one thread.
public final class ValueEncoder {
  /// The mean size of decimals above which their bits or a `ChunkEncoding` may be smaller.
  private static final int GOOD_BYTES_A_VALUE = 2;

  private final DecimalFit decimals = new DecimalFit();
  private final ColumnEncoder integers = new ColumnEncoder();
  private final ChunkEncoder bits = new BitsEncoder();
  private final ChunkEncoder[] escaped = ChunkEncoding.newEncoders();
  private final long[] raw = new long[BlockLayout.MAX_CHUNK];
  private int leastOfBits;
  private final HistogramEncoder histograms = new HistogramEncoder(this);

  /// Returns the largest number of bytes that the values of the buffer take. Must be called before
  /// `encode`, because it encodes histograms.
  ///
  /// @throws IllegalArgumentException for more than 200,000,000, which do not fit into an array
  public int prepare(PointBuffer points) {
    return points.type() == ValueType.HISTOGRAMS
        ? histograms.encode(points)
        : maxBytes(points.size());
  }

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

  /// Writes the values with their type to the array from index `at` on, and returns the index after
  /// them. The array must have room for the bytes that `prepare` returned for the same buffer.
  public int encode(PointBuffer points, byte[] into, int at) {
    int count = points.size();
    return switch (points.type()) {
      case PLAIN -> encode(points.words(), count, into, at);
      case DOUBLES ->
          encode(points.words(), count, into, points.isWhole() ? put(DOUBLES, into, at) : at);
      case LONGS ->
          fitDoubles(points)
              ? encode(points.values(), count, into, at)
              : encodeLongs(points.words(), count, into, put(LONGS, into, at));
      case HISTOGRAMS -> histograms.copyTo(into, at);
    };
  }

  private static int put(int type, byte[] into, int at) {
    into[at] = (byte) type;
    return at + 1;
  }

  private static boolean fitDoubles(PointBuffer points) {
    for (int i = 0; i < points.size(); i++) {
      if (!ValueType.fitsDouble(points.integer(i))) {
        return false;
      }
    }
    return true;
  }

  private int encodeLongs(double[] words, int count, byte[] into, int at) {
    int length = BlockLayout.chunkLength(count);
    int end = at;
    for (int from = 0; from < count; from += length) {
      int entries = Math.min(length, count - from);
      end = smallestOfBits(words, from, entries).write(into, end);
    }
    return end;
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
    ChunkEncoder smallest = smallestOfBits(values, from, count);
    return decimalBytes <= leastOfBits ? writeDecimals(count, into, at) : smallest.write(into, at);
  }

  /// Plans the encodings of words as bits. Returns the smallest, and sets its size.
  private ChunkEncoder smallestOfBits(double[] words, int from, int count) {
    for (int i = 0; i < count; i++) {
      raw[i] = doubleToRawLongBits(words[from + i]);
    }
    ChunkEncoder smallest = bits;
    leastOfBits = bits.plan(raw, count);
    for (ChunkEncoder encoder : escaped) {
      int bytes = encoder.plan(raw, count);
      if (bytes < leastOfBits) {
        leastOfBits = bytes;
        smallest = encoder;
      }
    }
    return smallest;
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
