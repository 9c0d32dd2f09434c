package goku.integration.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Random choices from a seed. Owned by one thread.
final class Draws {
  private final SplittableRandom random;

  Draws(long seed) {
    random = new SplittableRandom(seed);
  }

  <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  String of(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /// Returns `count` different elements in random order.
  <T> List<T> some(List<T> choices, int count) {
    List<T> left = new ArrayList<>(choices);
    List<T> drawn = new ArrayList<>();
    while (drawn.size() < count && !left.isEmpty()) {
      drawn.add(left.remove(random.nextInt(left.size())));
    }
    return drawn;
  }

  /// Returns true once in `times` calls on average.
  boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  /// Returns a number from `from` to `to`, both included.
  int between(int from, int to) {
    return random.nextInt(from, to + 1);
  }
}
