package goku.shortterm.shard;

import goku.index.SeriesIndex;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.Buckets;
import goku.shortterm.finalization.BucketOutput;
import goku.shortterm.preaggregation.PreAggregates;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/// Drops buckets whose data are all older than the memory TTL, and then the series that have data
/// in no bucket any more. Where files are wanted of all, it waits for the bucket that has none yet:
/// the disk may have been full, or the log away, for as long. Owned by the writer.
final class BucketExpiry {
  /// After which a run ends, so that it stays far below 10 ms.
  private static final long RUN_NANOS = Duration.ofMillis(2).toNanos();

  /// Slots that are looked at before the time is.
  private static final int SLOTS_AT_A_TIME = 1 << 12;

  /// Series that are evicted at a time: each time changes the postings of all their terms, so that
  /// more are better, but a process that has just started takes ten times as long for each.
  private static final int FEWEST_AT_A_TIME = 32;

  private static final int MOST_AT_A_TIME = 512;

  private final SeriesIndex index;
  private final Buckets buckets;
  private final BucketOutput output;
  private final ShardMetrics metrics;
  private final LongSupplier nanoTime;
  private final PreAggregates aggregates;

  /// The next slot to look at; nothing is to do at the end.
  private int sweep = Integer.MAX_VALUE;

  private int atATime = FEWEST_AT_A_TIME;

  BucketExpiry(
      SeriesIndex index,
      Buckets buckets,
      BucketOutput output,
      ShardMetrics metrics,
      LongSupplier nanoTime,
      PreAggregates aggregates) {
    this.index = index;
    this.buckets = buckets;
    this.output = output;
    this.metrics = metrics;
    this.nanoTime = nanoTime;
    this.aggregates = aggregates;
  }

  /// @param wanted number of the first bucket that is to be kept
  void run(int wanted) {
    int oldest = output.wantsAll() ? Math.min(wanted, buckets.firstUnsaved()) : wanted;
    List<Bucket> expired =
        buckets.all().stream().filter(bucket -> bucket.number() < oldest).toList();
    if (!expired.isEmpty()) {
      expired.forEach(bucket -> bucket.finalized().ifPresent(output::dropped));
      buckets.dropBefore(oldest);
      sweep = 0;
    }
    if (sweep >= index.slotLimit()) {
      return;
    }
    long start = nanoTime.getAsLong();
    do {
      evictNext(oldest, start);
    } while (sweep < index.slotLimit() && nanoTime.getAsLong() - start < RUN_NANOS);
  }

  /// Evicts what is idle of the next slots, or some of it when the time of the run is up.
  private void evictNext(int oldest, long start) {
    int[] idle = index.idle(sweep, sweep + SLOTS_AT_A_TIME, oldest);
    sweep += SLOTS_AT_A_TIME;
    for (int from = 0; from < idle.length; ) {
      long before = nanoTime.getAsLong();
      if (from > 0 && before - start >= RUN_NANOS) {
        sweep = idle[from];
        return;
      }
      int to = Math.min(from + atATime, idle.length);
      evict(Arrays.copyOfRange(idle, from, to));
      boolean quick = nanoTime.getAsLong() - before < RUN_NANOS / 4;
      atATime = Math.clamp(quick ? atATime * 2L : atATime / 2, FEWEST_AT_A_TIME, MOST_AT_A_TIME);
      from = to;
    }
  }

  private void evict(int[] evicted) {
    aggregates.evicting(evicted);
    index.evict(evicted);
    metrics.evicted(evicted.length);
  }
}
