package goku.shortterm.finalization;

import goku.format.finalize.FinalizeRecord;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/// The requests, in a shard's log, to finalize buckets that have left the backfill window. Every
/// replica requests it; a repeated decision has no effect. Windows are requested one after the
/// other, so that each can become a file, even an empty one. Owned by the shard's writer.
public final class FinalizationClock {
  /// The delay after the window's end. Datapoints on their way through the ingestor arrive after
  /// it: without the delay, most buckets would be finalized twice.
  private static final Duration GRACE = Duration.ofMinutes(1);

  /// The time after which an unanswered request is repeated.
  private static final long PATIENCE_MILLIS = Duration.ofMinutes(1).toMillis();

  private final int shard;
  private final Supplier<Duration> backfill;
  private final boolean evenEmpty;
  private final ShardLog log;
  private final LongFunction<List<Long>> blocked;
  private long askedThrough = Long.MIN_VALUE;
  private long askedAtMillis;

  /// The windows of a shard that are due.
  @FunctionalInterface
  public interface Due {
    /// Returns the ends of due windows, ascending: of those without a file if empty ones are
    /// wanted, and of the last one with more than its file.
    ///
    /// @param beforeMillis windows that end at this time or earlier are due
    SortedSet<Long> ends(long beforeMillis, boolean evenEmpty);
  }

  /// Creates a clock for a shard without blocked metrics.
  public FinalizationClock(
      int shard, Supplier<Duration> backfill, boolean evenEmpty, ShardLog log) {
    this(shard, backfill, evenEmpty, log, through -> List.of());
  }

  /// @param backfill the namespace's current backfill window
  /// @param evenEmpty whether windows without datapoints become files too, because a reader waits
  ///   for the file of every window
  /// @param blocked returns the hashes of blocked metrics with series in the windows up to some
  ///   time: the files are written without them
  public FinalizationClock(
      int shard,
      Supplier<Duration> backfill,
      boolean evenEmpty,
      ShardLog log,
      LongFunction<List<Long>> blocked) {
    this.shard = shard;
    this.evenEmpty = evenEmpty;
    this.log = log;
    this.blocked = blocked;
    this.backfill = backfill;
  }

  /// Requests the first due window, unless it was requested a moment ago.
  public void tick(long nowMillis, Due due) {
    long asked = nowMillis < askedAtMillis + PATIENCE_MILLIS ? askedThrough : Long.MIN_VALUE;
    long delayMillis = backfill.get().plus(GRACE).toMillis();
    for (long end : due.ends(nowMillis - delayMillis, evenEmpty)) {
      if (end > asked) {
        askedThrough = end;
        askedAtMillis = nowMillis;
        var decision = new FinalizeRecord(end, evenEmpty, blocked.apply(end));
        log.append(shard, FinalizeRecord.recordKey(), decision.toBytes());
        return;
      }
    }
  }
}
