package goku.format.sst;

/// Encodes the names of up to 1024 series of one metric, each by what differs from the one before.
/// Owned by one thread; the counterpart is `NamesDecoder`.
public final class NamesEncoder {
  /// A value has so many names, the last of a metric fewer.
  public static final int MAX_SERIES = 1024;

  /// Names with more pairs have no mask.
  static final int MAX_MASKED_PAIRS = 63;

  private final ValueWriter out = new ValueWriter(32 << 10);
  private int[] previous = {};
  private int previousCount;
  private int series;

  public void clear() {
    out.clear();
    series = 0;
  }

  /// The number of names since `clear`.
  public int series() {
    return series;
  }

  /// Adds a name behind those before.
  ///
  /// @param hash of the canonical name
  /// @param check as `SeriesCheck` gives it
  /// @param pairs numbers of the pairs, ascending by key
  /// @throws IllegalStateException when there are `MAX_SERIES`
  public void add(long hash, int check, int[] pairs, int count) {
    add(hash, check, pairs, 0, count);
  }

  /// The same with the pairs from an index of the array on.
  public void add(long hash, int check, int[] pairs, int from, int count) {
    if (series == MAX_SERIES) {
      throw new IllegalStateException("there are %d names already".formatted(MAX_SERIES));
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
    if (mask == 0) { // two series of one name, which a reader would take for a whole name
      throw new IllegalArgumentException("a name as that of the series before");
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
