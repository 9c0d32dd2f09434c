package goku.shortterm.finalization;

import goku.format.finalize.FinalizeRecord;
import java.time.Duration;
import java.util.function.LongUnaryOperator;

/// Asks in a shard's log for the finalization of the buckets that the backfill window has left.
/// Every replica asks; what is decided already is decided again without an effect. Owned by the
/// shard's writer.
public final class FinalizationClock {
  /// Datapoints on their way through the ingestor come after a bucket's time is up: without it,
  /// most buckets would be finalized twice.
  private static final Duration GRACE = Duration.ofMinutes(1);

  /// How long to wait for the record to come back before asking again.
  private static final long PATIENCE_MILLIS = Duration.ofMinutes(1).toMillis();

  private final int shard;
  private final long delayMillis;
  private final ShardLog log;
  private long askedThrough = Long.MIN_VALUE;
  private long askedAtMillis;

  /// @param backfill of the namespace
  public FinalizationClock(int shard, Duration backfill, ShardLog log) {
    this.shard = shard;
    this.log = log;
    delayMillis = backfill.plus(GRACE).toMillis();
  }

  /// Asks if something is due that was not asked for a moment ago.
  ///
  /// @param dueThrough from the time before which buckets must end, to the last millisecond of the
  ///   last bucket that ends before it and is to be finalized; the smallest long for none
  public void tick(long nowMillis, LongUnaryOperator dueThrough) {
    long due = dueThrough.applyAsLong(nowMillis - delayMillis);
    if (due == Long.MIN_VALUE
        || (due <= askedThrough && nowMillis < askedAtMillis + PATIENCE_MILLIS)) {
      return;
    }
    askedThrough = due;
    askedAtMillis = nowMillis;
    log.append(shard, FinalizeRecord.recordKey(), new FinalizeRecord(due + 1).toBytes());
  }
}
