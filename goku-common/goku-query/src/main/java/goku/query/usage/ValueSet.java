package goku.query.usage;

import java.util.Arrays;

/// A set of tag values, represented by the 64-bit hashes of their UTF-8 bytes. A value of any
/// length takes 8 bytes on the network, and sets can be united. Among a million values, two share a
/// hash with a probability of 3 in 10^8; the set then counts one value too few. Immutable.
public final class ValueSet {
  private final long[] ascending;

  private ValueSet(long[] ascending) {
    this.ascending = ascending;
  }

  /// Returns the set of these hashes, in any order and possibly with duplicates.
  public static ValueSet of(long... hashes) {
    long[] sorted = hashes.clone();
    Arrays.sort(sorted);
    return new ValueSet(distinct(sorted));
  }

  public int size() {
    return ascending.length;
  }

  /// Returns the hashes, ascending.
  public long[] hashes() {
    return ascending.clone();
  }

  public ValueSet union(ValueSet other) {
    long[] all = new long[size() + other.size()];
    int count = 0;
    int i = 0;
    int j = 0;
    while (i < size() || j < other.size()) {
      boolean mine = j == other.size() || (i < size() && ascending[i] <= other.ascending[j]);
      long next = mine ? ascending[i] : other.ascending[j];
      i += i < size() && ascending[i] == next ? 1 : 0;
      j += j < other.size() && other.ascending[j] == next ? 1 : 0;
      all[count++] = next;
    }
    return new ValueSet(Arrays.copyOf(all, count));
  }

  private static long[] distinct(long[] sorted) {
    int count = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[count++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, count);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ValueSet set && Arrays.equals(ascending, set.ascending);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ascending);
  }

  @Override
  public String toString() {
    return size() + " values";
  }
}
