package goku.format.sst;

/// A cursor over the names that a `NamesEncoder` wrote. Owned by one thread.
public final class NamesDecoder {
  private static final int FEWEST_BYTES = Long.BYTES + Integer.BYTES + 1;

  private final ValueReader in;
  private final int series;
  private int read;
  private long hash;
  private int check;
  private int[] pairs = new int[16];
  private int pairCount;

  /// @throws goku.format.FormatException when the value is invalid
  public NamesDecoder(byte[] value) {
    in = new ValueReader("names of a bucket", value);
    series = in.getCount(NamesEncoder.MAX_SERIES, "the number of names");
    in.need((long) series * FEWEST_BYTES);
  }

  /// Returns the number of names.
  public int series() {
    return series;
  }

  /// Moves to the next name. Returns false at the end.
  ///
  /// @throws goku.format.FormatException when the next name is invalid
  public boolean next() {
    if (read == series) {
      in.end();
      return false;
    }
    hash = in.getLong();
    check = in.getInt();
    long mask = in.getVarint();
    if (mask == 0) {
      whole();
    } else {
      differences(mask);
    }
    read++;
    return true;
  }

  /// Returns the hash of the canonical name.
  public long hash() {
    return hash;
  }

  /// Returns the check of the series, see `SeriesCheck`.
  public int check() {
    return check;
  }

  /// Returns the pairs, in the first `pairCount()` entries. The array is reused for the next name.
  public int[] pairs() {
    return pairs;
  }

  public int pairCount() {
    return pairCount;
  }

  private void whole() {
    pairCount = in.getCount(in.left(), "the number of pairs");
    if (pairs.length < pairCount) {
      pairs = new int[pairCount];
    }
    for (int i = 0; i < pairCount; i++) {
      pairs[i] = in.getNumber("a pair");
    }
  }

  /// Applies the differences. The lowest bit of the mask is the last pair.
  private void differences(long mask) {
    if (read == 0
        || pairCount > NamesEncoder.MAX_MASKED_PAIRS
        || Long.SIZE - Long.numberOfLeadingZeros(mask) > pairCount) {
      throw in.corrupt(
          "mask %x of a name of %d pairs".formatted(mask, read == 0 ? 0 : pairCount),
          "a bit for each pair");
    }
    for (long rest = mask; rest != 0; ) {
      long highest = Long.highestOneBit(rest);
      int pair = pairCount - 1 - Long.numberOfTrailingZeros(highest);
      pairs[pair] += in.getZigzag();
      if (pairs[pair] < 0) {
        throw in.corrupt("the pair " + pairs[pair], "one from 0 on");
      }
      rest ^= highest;
    }
  }
}
