package goku.objectstore;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// Pauses between tries: twice as long after each failure, up to a limit, and shortened at random
/// by up to a half, so that those that failed together do not come back together. Thread-safe if
/// the generator is.
public record Backoff(Duration first, Duration longest, RandomGenerator random) {
  /// Beyond it every limit of practical use is reached.
  private static final int MOST_DOUBLINGS = 20;

  /// The pause before the next try.
  ///
  /// @param failures in a row, at least one
  public Duration pause(int failures) {
    Duration doubled = first.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
    long millis = Math.min(doubled.toMillis(), longest.toMillis());
    return Duration.ofMillis(millis - (long) (random.nextDouble() * millis / 2));
  }
}
