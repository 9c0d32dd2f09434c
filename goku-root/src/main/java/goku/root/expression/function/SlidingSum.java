package goku.root.expression.function;

import java.util.Arrays;

/// The sum of the values in a queue. Values are only ever added up, never subtracted, so that a
/// large one leaves no error behind; each is added twice, however long the queue.
final class SlidingSum {
  /// Values that came since the queue was last turned over, oldest first.
  private double[] young = new double[16];

  private int youngSize;
  private double youngSum;

  /// Sums of the older values: each of its own value and all that are younger, youngest first.
  private double[] oldSums = {};

  private int oldSize;

  void add(double value) {
    if (youngSize == young.length) {
      young = Arrays.copyOf(young, youngSize * 2);
    }
    young[youngSize++] = value;
    youngSum += value;
  }

  void removeOldest() {
    if (oldSize == 0) {
      turnOver();
    }
    oldSize--;
  }

  private void turnOver() {
    oldSums = oldSums.length < youngSize ? new double[young.length] : oldSums;
    double sum = 0;
    for (int i = youngSize - 1; i >= 0; i--) {
      sum += young[i];
      oldSums[oldSize++] = sum;
    }
    youngSize = 0;
    youngSum = 0;
  }

  int size() {
    return oldSize + youngSize;
  }

  double sum() {
    return oldSize == 0 ? youngSum : oldSums[oldSize - 1] + youngSum;
  }
}
