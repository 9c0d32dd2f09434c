package goku.query.aggregator;

/// Storage keeps doubles only; here is decided which of them OpenTSDB would have kept as 64-bit
/// integers.
public final class Integral {
  private Integral() {}

  /// Whether it is whole and at most 2^63.
  public static boolean is(double value) {
    return value == Math.rint(value) && Math.abs(value) <= 0x1p63;
  }

  /// Whether the first `size` values are all so.
  public static boolean all(double[] values, int size) {
    for (int i = 0; i < size; i++) {
      if (!is(values[i])) {
        return false;
      }
    }
    return true;
  }
}
