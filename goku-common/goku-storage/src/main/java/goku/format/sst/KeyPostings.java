package goku.format.sst;

import java.util.Arrays;

/// The series of a metric that have a tag key, with their pairs. One value answers a wildcard
/// (section 4.6.3 of the Goku paper).
public final class KeyPostings {
  private final int[] series;
  private final int[] pairs;

  private KeyPostings(int[] series, int[] pairs) {
    this.series = series;
    this.pairs = pairs;
  }

  /// Returns the ids of the series, ascending.
  public int[] series() {
    return series;
  }

  /// Returns the pair of each series.
  public int[] pairs() {
    return pairs;
  }

  /// Returns the value for the first `count` series.
  ///
  /// @param series ids, ascending
  /// @param pairs the pair with the key of each series
  public static byte[] encode(int[] series, int[] pairs, int count) {
    int[] distinct = distinct(pairs, count);
    var out = new ValueWriter(32 + count);
    Ids.write(series, count, out);
    Ids.writeVarints(distinct, distinct.length, out);
    int width = width(distinct.length);
    long buffer = 0;
    int used = 0;
    for (int i = 0; i < count && width > 0; i++) {
      buffer |= (long) Arrays.binarySearch(distinct, pairs[i]) << used;
      for (used += width; used >= Byte.SIZE; used -= Byte.SIZE) {
        out.putByte((int) buffer);
        buffer >>>= Byte.SIZE;
      }
    }
    if (used > 0) {
      out.putByte((int) buffer);
    }
    return out.toBytes();
  }

  /// Parses a value.
  ///
  /// @throws goku.format.FormatException when the value is invalid
  public static KeyPostings parse(byte[] value) {
    var in = new ValueReader(Ids.FORMAT + " by tag key", value);
    int[] series = Ids.read(in, value);
    int[] distinct = Ids.readVarints(in, "pairs");
    int width = width(distinct.length);
    if (distinct.length > series.length || (distinct.length == 0 && series.length > 0)) {
      throw in.corrupt(
          "%d pairs of %d series".formatted(distinct.length, series.length),
          "a pair of each series");
    }
    in.need(((long) series.length * width + Byte.SIZE - 1) / Byte.SIZE);
    int[] pairs = new int[series.length];
    long buffer = 0;
    int loaded = 0;
    int mask = (1 << width) - 1;
    for (int i = 0; i < pairs.length; i++) {
      for (; loaded < width; loaded += Byte.SIZE) {
        buffer |= (in.getByte() & 0xFFL) << loaded;
      }
      int index = (int) buffer & mask;
      if (index >= distinct.length) {
        throw in.corrupt("pair " + index, "one of " + distinct.length);
      }
      pairs[i] = distinct[index];
      buffer >>>= width;
      loaded -= width;
    }
    in.end();
    return new KeyPostings(series, pairs);
  }

  private static int width(int distinct) {
    return distinct < 2 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(distinct - 1);
  }

  private static int[] distinct(int[] pairs, int count) {
    int[] sorted = Arrays.copyOf(pairs, count);
    Arrays.sort(sorted);
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[distinct++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, distinct);
  }
}
