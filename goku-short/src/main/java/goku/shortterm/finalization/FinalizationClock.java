package goku.shortterm.finalization;

import goku.format.finalize.FinalizeRecord;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/// Asks in a shard's log for the finalization of the buckets that the backfill window has left.
/// Every replica asks; what is decided already is decided again without an effect. Windows are
/// asked for one after the other, so that each can be decided to become a file, even an empty one.
/// Owned by the shard's writer.
public final class FinalizationClock {
  /// Datapoints on their way through the ingestor come after a bucket's time is up: without it,
  /// most buckets would be finalized twice.
  private static final Duration GRACE = Duration.ofMinutes(1);

  /// How long to wait for the record to come back before asking again.
  private static final long PATIENCE_MILLIS = Duration.ofMinutes(1).toMillis();

  private final int shard;
  private final Supplier<Duration> backfill;
  private final boolean evenEmpty;
  private final ShardLog log;
  private final LongFunction<List<Long>> blocked;
  private long askedThrough = Long.MIN_VALUE;
  private long askedAtMillis;

  /// What of a shard is due.
  @FunctionalInterface
  public interface Due {
    /// The ends of windows that are to be asked for, ascending: of those without a file if empty
    /// ones are wanted, and of the last one that has more than its file.
    ///
    /// @param beforeMillis windows that end then or before are due
    SortedSet<Long> ends(long beforeMillis, boolean evenEmpty);
  }

  /// Of a shard nothing of which is ever blocked.
  public FinalizationClock(
      int shard, Supplier<Duration> backfill, boolean evenEmpty, ShardLog log) {
    this(shard, backfill, evenEmpty, log, through -> List.of());
  }

  /// @param backfill of the namespace, at present
  /// @param evenEmpty whether windows without datapoints become files too, because somebody waits
  ///   for the file of every window
  /// @param blocked the hashes of metrics that are blocked and have series in what a decision up to
  ///   some time would finalize: the files are written without them
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

  /// Asks for the first of what is due that was not asked for a moment ago.
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
