package goku.query;

/// Common divisors of times.
final class Divisor {
  private Divisor() {}

  /// Returns the greatest common divisor of two numbers that are not negative. Every number divides
  /// zero.
  static long greatest(long a, long b) {
    long divisor = a;
    long rest = b;
    while (rest != 0) {
      long next = divisor % rest;
      divisor = rest;
      rest = next;
    }
    return divisor;
  }
}
