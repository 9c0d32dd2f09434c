package goku.shortterm.recovery;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The lag of a shard behind its log, in records and in time (section 4.7.2 of the paper).
///
/// The lag in time counts from the last moment at which the shard certainly had all of its log. The
/// end of the log is queried repeatedly: a shard that has applied the end of some moment had all of
/// the log at that moment. So the time of a lagging shard advances too, from one seen end to the
/// next, and the lag grows if the consumer stands still or Kafka is unavailable. Before the first
/// such end, the age of the last applied record is used.
///
/// Thread-safe.
public final class Freshness {
  /// The lag in records before any end was seen.
  public static final long UNKNOWN = Long.MAX_VALUE;

  /// The limit of ends kept for a lagging shard. The larger the lag, the longer are the steps in
  /// which its time advances.
  private static final int MOST_AHEAD = 64;

  /// @param nanos the time before the query
  private record End(long offset, long nanos) {}

  private final LongSupplier applied;
  private final LongSupplier recordMillis;
  private final Supplier<Duration> longest;
  private final InstantSource clock;
  private final LongSupplier nanoTime;

  // guarded by this
  /// The ends that the shard has not reached yet, ascending in both fields.
  private final List<End> ahead = new ArrayList<>();

  /// The least distance between two of them, except the last.
  private long stepNanos;

  private long end = UNKNOWN;
  private long caughtUpNanos;
  private boolean hasCaughtUp;

  /// @param applied the last offset that the shard has, -1 for none
  /// @param recordMillis when that record was written to the log
  /// @param longest the time that the shard keeps, which bounds its lag
  /// @param nanoTime continues while the process is stopped
  public Freshness(
      LongSupplier applied,
      LongSupplier recordMillis,
      Supplier<Duration> longest,
      InstantSource clock,
      LongSupplier nanoTime) {
    this.applied = applied;
    this.recordMillis = recordMillis;
    this.longest = longest;
    this.clock = clock;
    this.nanoTime = nanoTime;
  }

  /// Records the end of the log.
  ///
  /// @param end the offset after the last record; 0 if the log has none
  /// @param askedNanos the time before the query
  public synchronized void endSeen(long end, long askedNanos) {
    this.end = end;
    // a shard that reaches this end has reached those as well, even in a log that became shorter
    while (!ahead.isEmpty() && ahead.getLast().offset >= end) {
      ahead.removeLast();
    }
    if (ahead.size() > 1 && ahead.getLast().nanos - ahead.get(ahead.size() - 2).nanos < stepNanos) {
      ahead.removeLast();
    }
    ahead.add(new End(end, askedNanos));
    settle();
    if (ahead.size() > MOST_AHEAD) {
      thinOut();
    }
  }

  /// Returns the last seen end of the log; empty before the first.
  public synchronized OptionalLong end() {
    return end == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(end);
  }

  /// Returns the lag in records to the last seen end; `UNKNOWN` before the first.
  public synchronized long lagRecords() {
    return end == UNKNOWN ? UNKNOWN : Math.max(0, end - 1 - applied.getAsLong());
  }

  /// Returns the milliseconds for which the shard may lack records.
  public synchronized long lagMillis() {
    settle();
    if (hasCaughtUp) {
      return Math.max(0, TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - caughtUpNanos));
    }
    long longestMillis = longest.get().toMillis();
    return applied.getAsLong() < 0
        ? longestMillis
        : Math.clamp(clock.millis() - recordMillis.getAsLong(), 0, longestMillis);
  }

  /// Returns whether the shard has had all of its log at some moment since its opening.
  public synchronized boolean hasCaughtUp() {
    settle();
    return hasCaughtUp;
  }

  private void settle() {
    long next = applied.getAsLong() + 1;
    while (!ahead.isEmpty() && ahead.getFirst().offset <= next) {
      caughtUpNanos = ahead.removeFirst().nanos;
      hasCaughtUp = true;
    }
    if (ahead.isEmpty()) {
      stepNanos = 0;
    }
  }

  /// Drops every second end.
  private void thinOut() {
    stepNanos = (ahead.getLast().nanos - ahead.getFirst().nanos) / (MOST_AHEAD / 2);
    for (int i = ahead.size() - 2; i > 0; i -= 2) {
      ahead.remove(i);
    }
  }
}
