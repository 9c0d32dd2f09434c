package goku.query.aggregator;

/// A test of which stored doubles OpenTSDB would have stored as 64-bit integers.
public final class Integral {
  private Integral() {}

  /// Returns whether the value is whole and its magnitude at most 2^63.
  public static boolean is(double value) {
    return value == Math.rint(value) && Math.abs(value) <= 0x1p63;
  }

  /// Returns whether the first `size` values are all integral.
  public static boolean all(double[] values, int size) {
    for (int i = 0; i < size; i++) {
      if (!is(values[i])) {
        return false;
      }
    }
    return true;
  }
}
