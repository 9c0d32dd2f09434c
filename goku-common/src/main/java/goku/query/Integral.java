package goku.query;

/// Storage keeps doubles only; here is decided which of them OpenTSDB would have kept as 64-bit
/// integers.
final class Integral {
  private Integral() {}

  static boolean is(double value) {
    return value == Math.rint(value) && Math.abs(value) <= 0x1p63;
  }

  static boolean all(double[] values, int size) {
    for (int i = 0; i < size; i++) {
      if (!is(values[i])) {
        return false;
      }
    }
    return true;
  }
}
