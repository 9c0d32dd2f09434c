package goku.shortterm.shard;

import goku.format.delete.DeleteRecord;
import goku.index.SeriesIndex;
import goku.memory.Reclaimer;
import goku.model.PointBuffer;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.Buckets;
import goku.shortterm.bucket.DeferredDeletion;
import goku.shortterm.finalization.Finalizations;
import goku.shortterm.preaggregation.PreAggregates;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The deletes of a shard, one after the other. A long delete works in slices of time between
/// batches, so that batches wait for one slice instead of the whole delete. Owned by the writer.
final class Deletions {
  /// The length of a slice, which is the longest delay of a batch, also of the thread's other
  /// shards.
  private static final long WORK_NANOS = Duration.ofMillis(50).toNanos();

  /// The pause after a slice, in which batches have the thread. Unless the shard is overloaded,
  /// they need it less than half of the time.
  private static final long REST_NANOS = Duration.ofMillis(25).toNanos();

  private final SeriesIndex index;
  private final Buckets buckets;
  private final Finalizations finalizations;
  private final Reclaimer reclaimer;
  private final ShardMetrics metrics;
  private final LongSupplier nanoTime;
  private final PreAggregates aggregates;
  private @Nullable Deletion current;

  private final PointBuffer buffer = new PointBuffer();
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

  /// Starts a delete with its first slice, after finishing the previous one.
  ///
  /// @param offset the offset of the delete in the log
  void begin(DeleteRecord delete, long offset) {
    metrics.delete();
    for (Bucket bucket : buckets.overlapping(delete.range())) {
      finalizations.await(bucket); // a file in progress must not change
    }
    current = new Deletion(delete, offset, index, buckets, reclaimer, metrics, aggregates);
    work();
  }

  boolean areUnderWay() {
    return current != null;
  }

  /// Runs a slice, unless the last one was a moment ago.
  void proceed() {
    if (current != null && nanoTime.getAsLong() - restUntilNanos >= 0) {
      work();
    }
  }

  /// Completes the delete.
  void finish() {
    while (current != null) {
      work();
    }
  }

  /// Deletes from the files that were repaired.
  void retry() {
    for (Bucket bucket : buckets.all()) {
      if (bucket.defersDeletes()) {
        retry(new DeferredDeletion(bucket), bucket);
      }
    }
  }

  private void retry(DeferredDeletion deletion, Bucket bucket) {
    for (int slot : deletion.slots()) {
      if (deletion.isRepaired(slot)) {
        aggregates.beforeDelete(slot, bucket);
        metrics.deleted(deletion.cut(slot, buffer));
        aggregates.afterDelete();
      }
    }
    deletion.retire(reclaimer);
  }

  /// Removes a series' deleted datapoints before it gets new ones.
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
