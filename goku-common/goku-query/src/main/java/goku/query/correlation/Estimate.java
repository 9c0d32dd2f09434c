package goku.query.correlation;

/// Estimates of Pearson's coefficient in one pass without any allocation.
///
/// All sums are of differences from the first value, which are exact or have a relative error of
/// 2^-53. The mean of the differences is at most the root of `n` deviations. So sums of squares
/// lose a factor of `n` at worst, here 1,440, and not all digits as raw sums do. Four accumulators
/// make independent chains of additions, and shorten them.
final class Estimate {
  /// The largest error of an estimate. For `n` = 1,440 pairs, each of six sums adds at most `n^2` x
  /// 2^-53 = 2.3e-10. Typical errors are below 1e-14.
  static final double MARGIN = 1e-8;

  /// The estimate of a coefficient that only exact arithmetic finds, because squares overflow or
  /// lose digits. It exceeds each threshold.
  static final double UNKNOWN = 2;

  /// The least sum of squares whose summands keep their digits, and the greatest one whose product
  /// with another does not overflow.
  private static final double LEAST = 0x1p-900;

  private static final double MOST = 0x1p900;

  private Estimate() {}

  /// Returns the estimate for `n` values of y from `from` on; NaN if they are constant.
  ///
  /// @param unit `n` values of x whose sum is zero and whose sum of squares is one
  static double ofUnit(double[] unit, double[] y, int from, int n) {
    double y0 = y[from];
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double q0 = 0;
    double q1 = 0;
    double q2 = 0;
    double q3 = 0;
    double p0 = 0;
    double p1 = 0;
    double p2 = 0;
    double p3 = 0;
    int i = 0;
    for (; i + 3 < n; i += 4) {
      double z0 = y[from + i] - y0;
      double z1 = y[from + i + 1] - y0;
      double z2 = y[from + i + 2] - y0;
      double z3 = y[from + i + 3] - y0;
      s0 += z0;
      s1 += z1;
      s2 += z2;
      s3 += z3;
      q0 += z0 * z0;
      q1 += z1 * z1;
      q2 += z2 * z2;
      q3 += z3 * z3;
      p0 += unit[i] * z0;
      p1 += unit[i + 1] * z1;
      p2 += unit[i + 2] * z2;
      p3 += unit[i + 3] * z3;
    }
    for (; i < n; i++) {
      double z = y[from + i] - y0;
      s0 += z;
      q0 += z * z;
      p0 += unit[i] * z;
    }
    double sum = s0 + s1 + (s2 + s3);
    double squares = q0 + q1 + (q2 + q3);
    if (!isSafe(squares)) {
      return isConstant(y, from, n) ? Double.NaN : UNKNOWN;
    }
    return (p0 + p1 + (p2 + p3)) / Math.sqrt(squares - sum * sum / n);
  }

  /// Returns the estimate for the first `n` pairs; NaN if one side is constant.
  static double ofPairs(double[] x, double[] y, int n) {
    double x0 = x[0];
    double y0 = y[0];
    double sx = 0;
    double sy = 0;
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (int i = 1; i < n; i++) { // five chains of additions are independent enough
      double dx = x[i] - x0;
      double dy = y[i] - y0;
      sx += dx;
      sy += dy;
      xx += dx * dx;
      yy += dy * dy;
      xy += dx * dy;
    }
    if (!isSafe(xx) || !isSafe(yy)) {
      return isConstant(x, 0, n) || isConstant(y, 0, n) ? Double.NaN : UNKNOWN;
    }
    return (xy - sx * sy / n) / (Math.sqrt(xx - sx * sx / n) * Math.sqrt(yy - sy * sy / n));
  }

  /// Returns whether sums of this size are neither zero nor beyond what doubles hold exactly
  /// enough.
  static boolean isSafe(double squares) {
    return squares >= LEAST && squares <= MOST;
  }

  /// Returns whether `n` values are equal.
  static boolean isConstant(double[] values, int from, int n) {
    for (int i = 1; i < n; i++) {
      if (values[from + i] != values[from]) {
        return false;
      }
    }
    return true;
  }
}
