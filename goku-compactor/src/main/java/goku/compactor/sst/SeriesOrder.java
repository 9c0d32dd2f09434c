package goku.compactor.sst;

import java.util.Arrays;

/// A check of the terms of the series that a `TierBucketWriter` is given. Fails by an
/// `IllegalArgumentException`. Owned by one thread.
final class SeriesOrder {
  private final Terms terms;
  private int[] previous = {};
  private int previousCount;

  /// The last series that had a tag key, counted from 1, by the first pair of the key.
  private int[] lastWithKey = {};

  private int series;

  SeriesOrder(Terms terms) {
    this.terms = terms;
  }

  /// Checks that a name is a metric and pairs of different keys, and comes after the previous one.
  void check(int[] numbers, int count) {
    if (count == 0) {
      throw new IllegalArgumentException("termCount is 0, wanted a metric at least");
    }
    if (lastWithKey.length < terms.count()) {
      lastWithKey = new int[terms.count()];
    }
    series++;
    for (int i = 0; i < count; i++) {
      int from = i == 0 ? 0 : terms.metrics();
      int to = i == 0 ? terms.metrics() : terms.count();
      if (numbers[i] < from || numbers[i] >= to) {
        throw new IllegalArgumentException(
            "terms[%d] is %d, wanted %s: %d to %d"
                .formatted(i, numbers[i], i == 0 ? "a metric" : "a pair", from, to - 1));
      }
      if (i > 0) {
        differentKey(numbers[i], i);
      }
    }
    ascends(numbers, count);
  }

  private void differentKey(int pair, int index) {
    int key = terms.firstPairOfKey(pair);
    if (lastWithKey[key] == series) {
      throw new IllegalArgumentException(
          "terms[%d] is %d, wanted a pair of another key than the previous ones"
              .formatted(index, pair));
    }
    lastWithKey[key] = series;
  }

  private void ascends(int[] numbers, int count) {
    if (previousCount > 0 && Arrays.compare(previous, 0, previousCount, numbers, 0, count) >= 0) {
      throw new IllegalArgumentException(
          "terms are %s, wanted ones after those of the previous series"
              .formatted(Arrays.toString(Arrays.copyOf(numbers, count))));
    }
    if (previous.length < count) {
      previous = new int[count];
    }
    System.arraycopy(numbers, 0, previous, 0, count);
    previousCount = count;
  }
}
