package goku.query.correlation;

/// The sums of eight parts of the needle's values in the overlap of one lag. They bound the
/// coefficient of a series without a dot product: the product of two parts is that of their means,
/// plus at most that of their deviations (Cauchy-Schwarz). The bound is near the coefficient if one
/// of both is smooth. Immutable.
final class Segments {
  /// The number of values from which the bound takes a fraction of the time of a dot product.
  static final int LEAST_VALUES = 256;

  private static final int PARTS = 8;

  /// The rounding errors of a difference of two prefix sums of squares, as a part of all squares:
  /// two sums of at most 1,440 values, each with an error of 2^-53 for each addition.
  private static final double ROUNDING = 2 * 1440 * 0x1p-53;

  private final int count;

  /// The means, and the roots of the sums of squared deviations from them.
  private final double[] means = new double[PARTS];

  private final double[] deviations = new double[PARTS];

  /// @param unit values whose sum is 0 and whose sum of squares is 1; see `Needle.unit`
  Segments(double[] unit) {
    count = unit.length;
    for (int part = 0; part < PARTS; part++) {
      double sum = 0;
      for (int i = start(part); i < start(part + 1); i++) {
        sum += unit[i];
      }
      means[part] = sum / (start(part + 1) - start(part));
      double squares = 0;
      for (int i = start(part); i < start(part + 1); i++) {
        squares += (unit[i] - means[part]) * (unit[i] - means[part]);
      }
      deviations[part] = Math.sqrt(squares);
    }
  }

  private int start(int part) {
    return count * part / PARTS;
  }

  /// Returns an upper bound of the absolute dot product with the values of a series from `from` on,
  /// rounded up except for `Estimate.MARGIN`.
  ///
  /// @param sums prefix sums of the series' values; see `Overlaps`
  /// @param squares prefix sums of their squares
  double bound(double[] sums, double[] squares, int from) {
    double rounding = ROUNDING * squares[squares.length - 1];
    double ofMeans = 0;
    double ofDeviations = 0;
    int start = from;
    for (int part = 0; part < PARTS; part++) {
      int end = from + start(part + 1);
      double sum = sums[end] - sums[start];
      double square = squares[end] - squares[start] - sum * sum / (end - start);
      ofMeans += means[part] * sum;
      ofDeviations += deviations[part] * Math.sqrt(Math.max(0, square) + rounding);
      start = end;
    }
    return Math.abs(ofMeans) + ofDeviations;
  }
}
