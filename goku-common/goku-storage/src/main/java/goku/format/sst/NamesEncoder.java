package goku.format.sst;

/// An encoder of the names of up to 1024 series of one metric, each as its differences from the
/// previous one. `NamesDecoder` decodes them. Owned by one thread.
public final class NamesEncoder {
  /// The number of names in a value. The last value of a metric may have fewer.
  public static final int MAX_SERIES = 1024;

  /// The largest number of pairs of a name with a mask.
  static final int MAX_MASKED_PAIRS = 63;

  private final ValueWriter out = new ValueWriter(32 << 10);
  private int[] previous = {};
  private int previousCount;
  private int series;

  public void clear() {
    out.clear();
    series = 0;
  }

  /// Returns the number of names since `clear`.
  public int series() {
    return series;
  }

  /// Adds a name.
  ///
  /// @param hash hash of the canonical name
  /// @param check check of the series, see `SeriesCheck`
  /// @param pairs numbers of the pairs, ascending by key
  /// @throws IllegalStateException when there are `MAX_SERIES`
  public void add(long hash, int check, int[] pairs, int count) {
    add(hash, check, pairs, 0, count);
  }

  /// Adds a name with the pairs from an index of the array on.
  public void add(long hash, int check, int[] pairs, int from, int count) {
    if (series == MAX_SERIES) {
      throw new IllegalStateException(
          "cannot add a name: the value has the largest number, %d".formatted(MAX_SERIES));
    }
    out.putLong(hash);
    out.putInt(check);
    if (series > 0 && count == previousCount && count <= MAX_MASKED_PAIRS) {
      putDifferences(pairs, from, count);
    } else {
      putWhole(pairs, from, count);
    }
    if (previous.length < count) {
      previous = new int[count];
    }
    System.arraycopy(pairs, from, previous, 0, count);
    previousCount = count;
    series++;
  }

  public byte[] toBytes() {
    byte[] names = out.toBytes();
    byte[] value = new byte[ValueWriter.varintBytes(series) + names.length];
    int at = ValueWriter.varint(series, value, 0);
    System.arraycopy(names, 0, value, at, names.length);
    return value;
  }

  private void putDifferences(int[] pairs, int from, int count) {
    long mask = 0;
    for (int i = 0; i < count; i++) {
      mask = (mask << 1) | (pairs[from + i] == previous[i] ? 0 : 1);
    }
    if (mask == 0) { // two series with one name, which a reader would take for a full name
      throw new IllegalArgumentException(
          "cannot add a series: its name is that of the previous series");
    }
    out.putVarint(mask);
    for (int i = 0; i < count; i++) {
      int difference = pairs[from + i] - previous[i];
      if (difference != 0) {
        out.putZigzag(difference);
      }
    }
  }

  private void putWhole(int[] pairs, int from, int count) {
    out.putVarint(0);
    out.putVarint(count);
    for (int i = 0; i < count; i++) {
      out.putVarint(pairs[from + i]);
    }
  }
}
