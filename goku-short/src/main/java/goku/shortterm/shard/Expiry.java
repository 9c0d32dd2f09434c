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
final class Expiry {
  /// Slots that one run looks at, so that it stays far below 10 ms.
  private static final int SLOTS_A_RUN = 1 << 16;

  /// Series that are evicted at a time: each time changes the postings of all their terms.
  private static final int EVICTED_AT_A_TIME = 512;

  /// After which nothing more is evicted in a run.
  private static final long EVICTION_NANOS = Duration.ofMillis(2).toNanos();

  private final SeriesIndex index;
  private final Buckets buckets;
  private final BucketOutput output;
  private final ShardMetrics metrics;
  private final LongSupplier nanoTime;
  private final PreAggregates aggregates;

  /// The next slot to look at; nothing is to do at the end.
  private int sweep = Integer.MAX_VALUE;

  Expiry(
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
    if (sweep < index.slotLimit()) {
      sweep = evict(index.idle(sweep, sweep + SLOTS_A_RUN, oldest), sweep + SLOTS_A_RUN);
    }
  }

  /// Evicts until all of these slots are free or the time of a run is up. Returns where to go on.
  private int evict(int[] idle, int end) {
    long start = nanoTime.getAsLong();
    for (int from = 0; from < idle.length; from += EVICTED_AT_A_TIME) {
      if (from > 0 && nanoTime.getAsLong() - start >= EVICTION_NANOS) {
        return idle[from];
      }
      int to = Math.min(from + EVICTED_AT_A_TIME, idle.length);
      int[] evicted = Arrays.copyOfRange(idle, from, to);
      aggregates.evicting(evicted);
      index.evict(evicted);
      metrics.evicted(to - from);
    }
    return end;
  }
}
