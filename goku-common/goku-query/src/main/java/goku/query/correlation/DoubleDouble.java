package goku.query.correlation;

/// A number of about 106 bits: the unevaluated sum of two doubles, of which `lo` is at most half a
/// unit in the last place of `hi`. Dekker's arithmetic with Knuth's two-sum and fused
/// multiply-adds. Each operation has a relative error of about 2^-100.
record DoubleDouble(double hi, double lo) {
  static final DoubleDouble ZERO = new DoubleDouble(0, 0);

  static DoubleDouble of(double value) {
    return new DoubleDouble(value, 0);
  }

  /// Returns `a - b` without any error.
  static DoubleDouble difference(double a, double b) {
    return twoSum(a, -b);
  }

  private static DoubleDouble twoSum(double a, double b) {
    double sum = a + b;
    double other = sum - a;
    return new DoubleDouble(sum, (a - (sum - other)) + (b - other));
  }

  /// Returns the sum of two doubles of which the first is not smaller.
  private static DoubleDouble renormalized(double hi, double lo) {
    double sum = hi + lo;
    return new DoubleDouble(sum, lo - (sum - hi));
  }

  DoubleDouble plus(DoubleDouble other) {
    DoubleDouble high = twoSum(hi, other.hi);
    DoubleDouble low = twoSum(lo, other.lo);
    DoubleDouble sum = renormalized(high.hi, high.lo + low.hi);
    return renormalized(sum.hi, sum.lo + low.lo);
  }

  DoubleDouble minus(DoubleDouble other) {
    return plus(new DoubleDouble(-other.hi, -other.lo));
  }

  DoubleDouble times(DoubleDouble other) {
    double product = hi * other.hi;
    double rest = Math.fma(hi, other.hi, -product);
    return renormalized(product, rest + (hi * other.lo + lo * other.hi));
  }

  DoubleDouble dividedBy(DoubleDouble other) {
    double quotient = hi / other.hi;
    double rest = minus(of(quotient).times(other)).hi;
    return renormalized(quotient, rest / other.hi);
  }

  /// Returns the square root of a number that is not negative.
  DoubleDouble sqrt() {
    if (hi == 0) {
      return ZERO;
    }
    double root = Math.sqrt(hi);
    double rest = minus(of(root).times(of(root))).hi;
    return renormalized(root, rest / (2 * root));
  }
}
