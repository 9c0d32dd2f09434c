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
import java.util.function.Predicate;

/// The removal of buckets whose data is older than the memory TTL, and of series without data in
/// any bucket. Owned by the writer.
///
/// If GokuL has the older data, a bucket stays until its file is known to be in the tiers. The disk
/// may be full, the log or S3 unavailable, or compaction late. Roots read it here meanwhile. When
/// memory is nearly full, the file is enough: answers about its time are then marked until GokuL
/// has it.
final class BucketExpiry {
  /// The limit of a run, far below 10 ms.
  private static final long RUN_NANOS = Duration.ofMillis(2).toNanos();

  /// The slots between two looks at the clock.
  private static final int SLOTS_AT_A_TIME = 1 << 12;

  /// The least number of series evicted at once. Each time changes the postings of all their terms,
  /// so more are better, but a process that has just started takes ten times as long for each.
  private static final int FEWEST_AT_A_TIME = 32;

  private static final int MOST_AT_A_TIME = 512;

  private final SeriesIndex index;
  private final Buckets buckets;
  private final LostWindows lost;
  private final BucketOutput output;
  private final Stall stall;
  private final ShardMetrics metrics;
  private final LongSupplier nanoTime;
  private final PreAggregates aggregates;

  /// The next slot to check; the largest int if there is nothing to do.
  private int sweep = Integer.MAX_VALUE;

  private int atATime = FEWEST_AT_A_TIME;

  /// The number of the first bucket that the tiers may lack. Any thread.
  private volatile int pendingFrom = Integer.MIN_VALUE;

  BucketExpiry(
      SeriesIndex index,
      Buckets buckets,
      LostWindows lost,
      BucketOutput output,
      Stall stall,
      ShardMetrics metrics,
      LongSupplier nanoTime,
      PreAggregates aggregates) {
    this.index = index;
    this.buckets = buckets;
    this.lost = lost;
    this.output = output;
    this.stall = stall;
    this.metrics = metrics;
    this.nanoTime = nanoTime;
    this.aggregates = aggregates;
  }

  /// Returns the number of the first bucket that is kept.
  ///
  /// @param wanted the number of the first bucket to keep, if no earlier one is needed
  /// @param soon the number of the first bucket to keep `BucketOutput.NOTICE` later
  int run(int wanted, int soon) {
    int oldest = output.wantsAll() ? firstNeeded(wanted) : wanted;
    pendingFrom = output.wantsAll() ? firstPending(soon) : Integer.MAX_VALUE;
    List<Bucket> expired =
        buckets.all().stream().filter(bucket -> bucket.number() < oldest).toList();
    if (!expired.isEmpty()) {
      expired.forEach(bucket -> bucket.finalized().ifPresent(output::dropped));
      buckets.dropBefore(oldest);
      sweep = 0;
    }
    if (sweep < index.slotLimit()) {
      long start = nanoTime.getAsLong();
      do {
        evictNext(oldest, start);
      } while (sweep < index.slotLimit() && nanoTime.getAsLong() - start < RUN_NANOS);
    }
    return oldest;
  }

  /// Returns the number of the first bucket that the tiers may lack, with all its datapoints and
  /// deletes, as of the last run; the smallest int before the first, the largest one without tiers.
  /// Any thread.
  int pendingFrom() {
    return pendingFrom;
  }

  /// Returns the number of the first bucket that another store may not have, or whose loss is in no
  /// file, or the wanted one if that is earlier.
  private int firstNeeded(int wanted) {
    return stall.isNear() ? first(wanted, Bucket::isUnsaved) : firstPending(wanted);
  }

  private int firstPending(int before) {
    return first(before, bucket -> bucket.isUnsaved() || !isInTiers(bucket));
  }

  private int first(int before, Predicate<Bucket> condition) {
    int first =
        buckets.all().stream()
            .takeWhile(bucket -> bucket.number() < before)
            .filter(condition)
            .mapToInt(Bucket::number)
            .findFirst()
            .orElse(before);
    return lost.firstBefore(first).orElse(first);
  }

  private boolean isInTiers(Bucket bucket) {
    return bucket.finalized().map(output::isInTiers).orElse(true);
  }

  /// Evicts idle series of the next slots, or some of them if the time of the run is up.
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
