package goku.codec.block;

/// The powers of ten that a double holds exactly.
final class Powers {
  private static final double[] TEN = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private static final double[] INVERSE = inverses();

  static final int COUNT = TEN.length;

  private Powers() {}

  static double ofTen(int exponent) {
    return TEN[exponent];
  }

  /// Returns the double nearest to the power's reciprocal, for `quotient`.
  static double inverseOfTen(int exponent) {
    return INVERSE[exponent];
  }

  /// Returns exactly `integer / power` by three multiplications, which take a quarter of the time
  /// of a division. The integer must be below 2^50 in magnitude and not negative zero.
  ///
  /// The first product is less than two units in the last place off, so the remainder is exact. The
  /// error of its correction is at most two units times the relative error of the reciprocal. An
  /// exact quotient is at least half a unit over 5^exponent away from the middle of two doubles,
  /// where rounding would go wrong. A processor older than FMA (2013 for x86) computes the same
  /// quotients, but slowly.
  static double quotient(double integer, double power, double inverse) {
    double near = integer * inverse;
    double rest = Math.fma(near, -power, integer);
    return Math.fma(rest, inverse, near);
  }

  private static double[] inverses() {
    double[] inverses = new double[TEN.length];
    for (int i = 0; i < inverses.length; i++) {
      inverses[i] = 1 / TEN[i];
    }
    return inverses;
  }
}
