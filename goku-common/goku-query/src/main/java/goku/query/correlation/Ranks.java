package goku.query.correlation;

import java.util.Arrays;

/// A conversion of values to their ranks, with reused arrays. Owned by one thread.
final class Ranks {
  private final double[] sorted;
  private final double[] ranks;

  /// @param most the largest number of values
  Ranks(int most) {
    sorted = new double[most];
    ranks = new double[most];
  }

  /// Replaces the first `count` values by their ranks from 1 to `count`. Equal values get the mean
  /// of their ranks.
  void apply(double[] values, int count) {
    System.arraycopy(values, 0, sorted, 0, count);
    Arrays.sort(sorted, 0, count);
    for (int from = 0; from < count; ) {
      int to = from + 1;
      while (to < count && sorted[to] == sorted[from]) { // -0.0, which sorts before 0.0, is equal
        to++;
      }
      Arrays.fill(ranks, from, to, (from + 1 + to) / 2.0);
      from = to;
    }
    for (int i = 0; i < count; i++) {
      values[i] = ranks[Arrays.binarySearch(sorted, 0, count, values[i])];
    }
  }
}
