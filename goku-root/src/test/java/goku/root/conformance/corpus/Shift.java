package goku.root.conformance.corpus;

import java.time.Duration;
import java.time.Instant;

/// By how many days all times of the corpus are moved, so that a server which keeps only recent
/// datapoints can hold the data set.
public record Shift(int days) {
  public static final Shift NONE = new Shift(0);

  /// 2026-11-02 00:00 UTC, where the data set begins; it ends six hours later.
  static final Instant T0 = Instant.ofEpochSecond(1_793_577_600);

  private static final Duration LENGTH = Duration.ofHours(6);
  private static final int UNMOVED_WEEKS = 8;

  /// By whole weeks, which keeps the most cases comparable, so that the data set is past but not
  /// long past. None while it was recorded a few weeks ago, which keeps them all.
  public static Shift before(Instant now) {
    long weeks = Math.floorDiv(Duration.between(T0.plus(LENGTH), now).toDays(), 7);
    return weeks >= 0 && weeks <= UNMOVED_WEEKS ? NONE : new Shift(Math.toIntExact(7 * weeks));
  }

  /// How many days back a server has to take datapoints: to the oldest of the data set, and to the
  /// recorded time, which one case writes as it is.
  public static long daysToTake(Instant now) {
    return Math.max(7 * (UNMOVED_WEEKS + 2), Duration.between(T0, now).toDays() + 1);
  }

  Instant start() {
    return T0.plus(Duration.ofDays(days));
  }

  /// A recorded timestamp, in seconds or milliseconds, moved.
  public long moved(long timestamp) {
    return timestamp + days * (Math.abs(timestamp) > 100_000_000_000L ? 86_400_000L : 86_400L);
  }

  /// The recorded timestamp of one that was answered.
  public long back(long timestamp) {
    return new Shift(-days).moved(timestamp);
  }

  /// A recorded timestamp, in seconds or milliseconds, as seconds from the beginning of the data
  /// set.
  public static String relative(long timestamp) {
    double seconds = Math.abs(timestamp) > 100_000_000_000L ? timestamp / 1000.0 : timestamp;
    return "T0%+.3f".formatted(seconds - T0.getEpochSecond());
  }
}
