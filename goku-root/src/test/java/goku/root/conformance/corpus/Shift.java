package goku.root.conformance.corpus;

import java.time.Duration;
import java.time.Instant;

/// The number of days by which all times of the corpus are shifted, so that a server with a short
/// retention can store the data set.
public record Shift(int days) {
  public static final Shift NONE = new Shift(0);

  /// 2026-11-02 00:00 UTC, the start of the data set, which is six hours long.
  static final Instant T0 = Instant.ofEpochSecond(1_793_577_600);

  private static final Duration LENGTH = Duration.ofHours(6);
  private static final int UNMOVED_WEEKS = 8;

  /// Returns a shift that moves the data set to the recent past. It consists of whole weeks, which
  /// keeps the most cases comparable. A recording of the last weeks is not shifted, which keeps all
  /// cases.
  public static Shift before(Instant now) {
    long weeks = Math.floorDiv(Duration.between(T0.plus(LENGTH), now).toDays(), 7);
    return weeks >= 0 && weeks <= UNMOVED_WEEKS ? NONE : new Shift(Math.toIntExact(7 * weeks));
  }

  /// Returns the age in days that a server must accept: that of the oldest datapoint, and that of
  /// the recorded time, which one case writes unshifted.
  public static long daysToTake(Instant now) {
    return Math.max(7 * (UNMOVED_WEEKS + 2), Duration.between(T0, now).toDays() + 1);
  }

  Instant start() {
    return T0.plus(Duration.ofDays(days));
  }

  /// Shifts a recorded timestamp in seconds or milliseconds.
  public long moved(long timestamp) {
    return timestamp + days * (Math.abs(timestamp) > 100_000_000_000L ? 86_400_000L : 86_400L);
  }

  /// Returns the recorded timestamp for an answered one.
  public long back(long timestamp) {
    return new Shift(-days).moved(timestamp);
  }

  /// Converts a recorded timestamp in seconds or milliseconds to seconds since the start of the
  /// data set.
  public static String relative(long timestamp) {
    double seconds = Math.abs(timestamp) > 100_000_000_000L ? timestamp / 1000.0 : timestamp;
    return "T0%+.3f".formatted(seconds - T0.getEpochSecond());
  }
}
