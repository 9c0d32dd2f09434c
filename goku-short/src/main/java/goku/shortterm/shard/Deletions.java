package goku.shortterm.shard;

import goku.format.delete.DeleteRecord;
import goku.index.SeriesIndex;
import goku.memory.Reclaimer;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.Buckets;
import goku.shortterm.finalization.Finalizations;
import goku.shortterm.preaggregation.PreAggregates;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The deletes of a shard, one after the other. A long one works in slices of time between batches,
/// so that these wait for one slice and not for all of it. Owned by the writer.
final class Deletions {
  /// A batch may wait that long, and the batches of the thread's other shards with it.
  private static final long WORK_NANOS = Duration.ofMillis(50).toNanos();

  /// Afterwards batches have the thread for themselves. They need it less than half of the time
  /// when the shard is not overloaded anyway.
  private static final long REST_NANOS = Duration.ofMillis(25).toNanos();

  private final SeriesIndex index;
  private final Buckets buckets;
  private final Finalizations finalizations;
  private final Reclaimer reclaimer;
  private final ShardMetrics metrics;
  private final LongSupplier nanoTime;
  private final PreAggregates aggregates;
  private @Nullable Deletion current;
  private long restUntilNanos;

  Deletions(
      SeriesIndex index,
      Buckets buckets,
      Finalizations finalizations,
      Reclaimer reclaimer,
      ShardMetrics metrics,
      LongSupplier nanoTime,
      PreAggregates aggregates) {
    this.index = index;
    this.buckets = buckets;
    this.finalizations = finalizations;
    this.reclaimer = reclaimer;
    this.metrics = metrics;
    this.nanoTime = nanoTime;
    this.aggregates = aggregates;
  }

  /// Begins a delete and does a slice of it, when the one before is finished.
  void begin(DeleteRecord delete) {
    metrics.delete();
    for (Bucket bucket : buckets.overlapping(delete.range())) {
      finalizations.await(bucket); // what is being written must not change
    }
    current = new Deletion(delete, index, buckets, reclaimer, metrics, aggregates);
    work();
  }

  boolean areUnderWay() {
    return current != null;
  }

  /// Does a slice, unless the last one was a moment ago.
  void proceed() {
    if (current != null && nanoTime.getAsLong() - restUntilNanos >= 0) {
      work();
    }
  }

  /// Does all that is left.
  void finish() {
    while (current != null) {
      work();
    }
  }

  /// Removes what a series has to lose before it gets new datapoints.
  void completeFor(int slot) {
    Deletion deletion = current;
    if (deletion != null && deletion.isPending(slot)) {
      deletion.visit(slot);
    }
  }

  private void work() {
    Deletion deletion = current;
    long end = nanoTime.getAsLong() + WORK_NANOS;
    if (deletion == null || deletion.run(() -> nanoTime.getAsLong() - end >= 0)) {
      current = null;
    }
    restUntilNanos = nanoTime.getAsLong() + REST_NANOS;
  }
}
