package goku.fault;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// The pauses between retries: each is twice the previous one, up to a limit. Immutable.
///
/// @param first the pause after the first failure
/// @param longest the limit
public record Backoff(Duration first, Duration longest) {
  /// The number of doublings after which any practical limit is reached.
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
