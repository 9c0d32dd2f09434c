package goku.query;

/// Common divisors of times.
final class Divisor {
  private Divisor() {}

  /// The greatest number that divides both, neither being negative; zero divides by all.
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
