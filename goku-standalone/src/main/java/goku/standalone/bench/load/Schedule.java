package goku.standalone.bench.load;

import java.time.Duration;
import java.time.Instant;

/// When readings are made.
///
/// @param first whole seconds
/// @param interval whole seconds
public record Schedule(Instant first, Duration interval, int steps) {
  /// Readings of so long, the last of which is not after `now`.
  ///
  /// @throws IllegalArgumentException when there would be none, or the interval is not of seconds
  public static Schedule before(Instant now, Duration length, Duration interval) {
    if (interval.toMillis() % 1000 != 0 || interval.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "--interval %s: must be whole seconds, at least one".formatted(interval));
    }
    if (length.compareTo(interval) < 0) {
      throw new IllegalArgumentException(
          "--length %s: must be at least one --interval, %s".formatted(length, interval));
    }
    long step = interval.toSeconds();
    long last = now.getEpochSecond() / step * step;
    int steps = Math.toIntExact(length.toSeconds() / step);
    return new Schedule(Instant.ofEpochSecond(last - (steps - 1) * step), interval, steps);
  }

  public long seconds(int step) {
    return first.getEpochSecond() + step * interval.toSeconds();
  }

  /// Of the last reading.
  public long lastSeconds() {
    return seconds(steps - 1);
  }
}
