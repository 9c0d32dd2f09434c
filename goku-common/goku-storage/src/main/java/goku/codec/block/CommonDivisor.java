package goku.codec.block;

/// The greatest common divisor of the differences of integers.
final class CommonDivisor {
  private CommonDivisor() {}

  /// Returns the divisor, or zero when all integers are equal. Differences must fit into a long.
  static long ofDifferences(long[] values, int count) {
    long first = values[0];
    long divisor = 0;
    for (int i = 1; i < count && divisor != 1; i++) {
      long difference = Math.abs(values[i] - first);
      if ((divisor & (divisor - 1)) == 0 && divisor != 0) { // usually a power of two
        divisor = Math.min(divisor, Long.lowestOneBit(difference | divisor));
      } else if (divisor == 0 || difference % divisor != 0) {
        divisor = greatest(divisor, difference);
      }
    }
    return divisor;
  }

  /// Returns the greatest power of two, for differences that may wrap around, or zero when all are
  /// equal.
  static long powerOfTwo(long[] values, int count) {
    long any = 0;
    for (int i = 1; i < count; i++) {
      any |= values[i] - values[0];
    }
    return Long.lowestOneBit(any);
  }

  private static long greatest(long a, long b) {
    while (b != 0) {
      long rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }
}
