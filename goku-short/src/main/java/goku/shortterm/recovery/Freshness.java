package goku.shortterm.recovery;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// How far a shard is behind its log, in records and in time (section 4.7.2 of the paper).
///
/// The time is that since the shard was last known to have all of its log. It is asked over and
/// over where the log ends: a shard that has applied what was the end at some moment had all of the
/// log at that moment. So one that is behind moves on as well, from one end that was seen to the
/// next, and one whose consumer stands still or whose Kafka is away falls behind as time passes.
/// Before it has come to any, the age of the last record that it has applied is taken.
///
/// Thread-safe.
public final class Freshness {
  /// The records that a shard is behind whose end has never been seen.
  public static final long UNKNOWN = Long.MAX_VALUE;

  /// Ends that are kept for a shard that is behind: the longer it is, the longer are the steps in
  /// which its time moves on.
  private static final int MOST_AHEAD = 64;

  /// @param nanos before it was asked for
  private record End(long offset, long nanos) {}

  private final LongSupplier applied;
  private final LongSupplier recordMillis;
  private final Supplier<Duration> longest;
  private final InstantSource clock;
  private final LongSupplier nanoTime;

  // guarded by this
  /// What the shard has not come to yet, ascending in both.
  private final List<End> ahead = new ArrayList<>();

  /// Between two of them, but for the last.
  private long stepNanos;

  private long end = UNKNOWN;
  private long caughtUpNanos;
  private boolean hasCaughtUp;

  /// @param applied the last offset that the shard has, -1 for none
  /// @param recordMillis when that record was written to the log
  /// @param longest what the shard keeps, so that it can miss no more
  /// @param nanoTime goes on while the process is stopped
  Freshness(
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

  /// Takes note of where the log ended.
  ///
  /// @param end the offset behind the last record; 0 when the log has none
  /// @param askedNanos before it was asked for
  public synchronized void endSeen(long end, long askedNanos) {
    this.end = end;
    // who comes to this one has come to those as of then, also in a log that became shorter
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

  /// Records that the shard is behind the end that was seen last; `UNKNOWN` before the first.
  public synchronized long lagRecords() {
    return end == UNKNOWN ? UNKNOWN : Math.max(0, end - 1 - applied.getAsLong());
  }

  /// Milliseconds for which the shard may lack records.
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

  /// Whether the shard has had all of its log at some moment since it was opened.
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

  /// Forgets every second one.
  private void thinOut() {
    stepNanos = (ahead.getLast().nanos - ahead.getFirst().nanos) / (MOST_AHEAD / 2);
    for (int i = ahead.size() - 2; i > 0; i -= 2) {
      ahead.remove(i);
    }
  }
}
