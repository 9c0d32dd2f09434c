package goku.query.correlation;

import org.jspecify.annotations.Nullable;

/// The values of a series without gaps, prepared for many lags: each needs one dot product, because
/// prefix sums give the mean and the squares of its overlap. Owned by one thread.
final class Overlaps {
  /// The part of all squares below which the difference of two prefix sums has lost digits.
  private static final double LEAST_PART = 1.0 / 16;

  private final double[] centred;

  /// The sums of the first `i` centred values, and of their squares.
  private final double[] sums;

  private final double[] squares;

  /// @param size the number of slots of the grid
  Overlaps(int size) {
    centred = new double[size];
    sums = new double[size + 1];
    squares = new double[size + 1];
  }

  /// Prepares the values, one for each slot.
  void set(double[] values) {
    int n = centred.length;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      centred[i] = values[i] - values[0];
      sum += centred[i];
    }
    double mean = sum / n;
    for (int i = 0; i < n; i++) {
      double z = centred[i] - mean;
      centred[i] = z;
      sums[i + 1] = sums[i] + z;
      squares[i + 1] = squares[i] + z * z;
    }
  }

  /// Returns an estimate of the coefficient; NaN if the values are constant. Returns 0 without a
  /// dot product if the absolute coefficient is certainly less than the limit.
  ///
  /// @param unit the needle's values in the overlap; see `Needle.unit`
  /// @param segments sums of these values; null if a bound would take longer than a dot product
  /// @param values the values given to `set`
  /// @param from the first slot of the overlap in this series
  double estimate(
      double[] unit, @Nullable Segments segments, double[] values, int from, double limit) {
    int n = unit.length;
    double sum = sums[from + n] - sums[from];
    double deviations = squares[from + n] - squares[from] - sum * sum / n;
    if (!(deviations >= LEAST_PART * squares[centred.length]) || !Estimate.isSafe(deviations)) {
      return Estimate.ofUnit(unit, values, from, n);
    }
    double norm = Math.sqrt(deviations);
    boolean isLess =
        segments != null && segments.bound(sums, squares, from) / norm + Estimate.MARGIN < limit;
    return isLess ? 0 : dot(unit, from) / norm;
  }

  private double dot(double[] unit, int from) {
    double p0 = 0;
    double p1 = 0;
    double p2 = 0;
    double p3 = 0;
    int n = unit.length;
    int i = 0;
    for (; i + 3 < n; i += 4) {
      p0 += unit[i] * centred[from + i];
      p1 += unit[i + 1] * centred[from + i + 1];
      p2 += unit[i + 2] * centred[from + i + 2];
      p3 += unit[i + 3] * centred[from + i + 3];
    }
    for (; i < n; i++) {
      p0 += unit[i] * centred[from + i];
    }
    return p0 + p1 + (p2 + p3);
  }
}
