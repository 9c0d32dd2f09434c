package goku.integration.query;

import java.util.List;
import java.util.Random;

/// Draws, the same ones for the same seed.
final class Choice {
  private final Random random;

  Choice(long seed) {
    random = new Random(seed);
  }

  /// Returns a number from 0 to `bound - 1`.
  int below(int bound) {
    return random.nextInt(bound);
  }

  /// Returns a number from `from` to `to`, both inclusive.
  long between(long from, long to) {
    return from + (long) (random.nextDouble() * (to - from + 1));
  }

  boolean percent(int chance) {
    return random.nextInt(100) < chance;
  }

  double fraction() {
    return random.nextDouble();
  }

  <T> T of(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  @SafeVarargs
  final <T> T of(T... all) {
    return all[random.nextInt(all.length)];
  }
}
