package goku.standalone.bench.load;

import java.time.Duration;
import java.time.Instant;

/// The times of readings.
///
/// @param first the first time, in whole seconds
/// @param interval the interval, in whole seconds
public record Schedule(Instant first, Duration interval, int steps) {
  /// Returns a schedule of this length whose last reading is not after `now`.
  ///
  /// @throws IllegalArgumentException if it has no reading, or the interval is not in whole seconds
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

  /// Returns the time of the last reading in seconds.
  public long lastSeconds() {
    return seconds(steps - 1);
  }
}
