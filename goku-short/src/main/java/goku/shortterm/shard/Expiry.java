package goku.shortterm.shard;

import goku.index.SeriesIndex;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.Buckets;
import goku.shortterm.finalization.BucketOutput;
import java.time.Duration;
import java.util.List;

/// Drops buckets whose data are all older than the memory TTL, and then the series that have data
/// in no bucket any more. Owned by the writer.
final class Expiry {
  /// Slots that one run looks at, so that it stays far below 10 ms.
  private static final int SLOTS_A_RUN = 1 << 16;

  private final Duration memoryTtl;
  private final SeriesIndex index;
  private final Buckets buckets;
  private final BucketOutput output;
  private final ShardMetrics metrics;

  /// The next slot to look at; nothing is to do at the end.
  private int sweep = Integer.MAX_VALUE;

  Expiry(
      Duration memoryTtl,
      SeriesIndex index,
      Buckets buckets,
      BucketOutput output,
      ShardMetrics metrics) {
    this.memoryTtl = memoryTtl;
    this.index = index;
    this.buckets = buckets;
    this.output = output;
    this.metrics = metrics;
  }

  void run(long nowMillis) {
    int oldest = Bucket.numberOf(nowMillis - memoryTtl.toMillis());
    List<Bucket> expired =
        buckets.all().stream().filter(bucket -> bucket.number() < oldest).toList();
    if (!expired.isEmpty()) {
      expired.forEach(bucket -> bucket.finalized().ifPresent(output::dropped));
      buckets.dropBefore(oldest);
      sweep = 0;
    }
    if (sweep < index.slotLimit()) {
      int[] idle = index.idle(sweep, sweep + SLOTS_A_RUN, oldest);
      index.evict(idle);
      metrics.evicted(idle.length);
      sweep += SLOTS_A_RUN;
    }
  }
}
