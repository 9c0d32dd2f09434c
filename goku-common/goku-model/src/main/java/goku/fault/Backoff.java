package goku.fault;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// The pauses between retries: each twice as long as the one before, up to a limit. Immutable.
///
/// @param first the pause after the first failure
/// @param longest the limit
public record Backoff(Duration first, Duration longest) {
  /// Further doublings would reach any limit of practical use.
  private static final int MOST_DOUBLINGS = 20;

  /// Returns the pause before the next try.
  ///
  /// @param failures in a row, at least one
  public Duration pause(int failures) {
    Duration doubled = first.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
    return doubled.compareTo(longest) < 0 ? doubled : longest;
  }

  /// Returns the same pause, shortened at random by up to a half, in milliseconds. Clients that
  /// failed together then do not retry together.
  ///
  /// @param failures in a row, at least one
  public Duration pause(int failures, RandomGenerator random) {
    long millis = pause(failures).toMillis();
    return Duration.ofMillis(millis - (long) (random.nextDouble() * millis / 2));
  }
}
