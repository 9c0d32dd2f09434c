package goku.root.expression.function;

import java.util.Arrays;

/// The sum of the values in a queue. Values are only added, never subtracted, so a large value
/// leaves no rounding error after its removal. Each value is added twice, at any queue length.
final class SlidingSum {
  /// Values added since the last `turnOver`, oldest first.
  private double[] young = new double[16];

  private int youngSize;
  private double youngSum;

  /// Suffix sums of the older values: each is the sum of a value and all younger ones, youngest
  /// first.
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
