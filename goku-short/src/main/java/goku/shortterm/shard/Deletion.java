package goku.shortterm.shard;

import goku.format.delete.DeleteRecord;
import goku.index.SeriesIndex;
import goku.memory.Reclaimer;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.shortterm.bucket.BucketDeletion;
import goku.shortterm.bucket.Buckets;
import goku.shortterm.preaggregation.PreAggregates;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// A delete in progress: the series found at its start, and the buckets of its range. Series
/// without remaining datapoints are evicted. Owned by the writer.
///
/// Series are visited in the order of their slots. A series that gets datapoints before its turn is
/// visited first (`visit`), so that a delete never removes datapoints that come after it in the
/// log.
final class Deletion {
  /// The series between two calls that free memory and slots: enough that the cost of replacing
  /// large postings lists each time is negligible.
  private static final int SERIES_A_STEP = 1024;

  private final SeriesIndex index;
  private final Buckets buckets;
  private final Reclaimer reclaimer;
  private final ShardMetrics metrics;
  private final PreAggregates aggregates;
  private final List<BucketDeletion> touched;
  private final BitSet pending = new BitSet();
  private final PointBuffer buffer = new PointBuffer();
  private final int[] emptied = new int[SERIES_A_STEP];
  private int next;

  Deletion(
      DeleteRecord delete,
      long offset,
      SeriesIndex index,
      Buckets buckets,
      Reclaimer reclaimer,
      ShardMetrics metrics,
      PreAggregates aggregates) {
    this.index = index;
    this.buckets = buckets;
    this.reclaimer = reclaimer;
    this.metrics = metrics;
    this.aggregates = aggregates;
    touched =
        Stream.of(buckets.overlapping(delete.range()))
            .filter(bucket -> !bucket.covers(offset))
            .map(bucket -> new BucketDeletion(bucket, delete.range()))
            .toList();
    if (!touched.isEmpty()) {
      var filter =
          new SeriesFilter(
              delete.metric(), delete.filters(), delete.explicitTags(), delete.nameHashes());
      // no pin: only the writer, which runs this, frees memory
      for (int slot : index.search(filter)) {
        pending.set(slot);
      }
    }
  }

  boolean isPending(int slot) {
    return pending.get(slot);
  }

  /// Removes the datapoints of one series. Returns whether it had some and now has none at all.
  boolean visit(int slot) {
    pending.clear(slot);
    int deleted = 0;
    for (BucketDeletion bucket : touched) {
      aggregates.beforeDelete(slot, bucket.bucket());
      deleted += bucket.delete(slot, buffer);
      aggregates.afterDelete();
    }
    if (deleted == 0) {
      return false;
    }
    metrics.deleted(deleted);
    int last = buckets.lastWith(slot);
    index.series().setLastBucket(slot, last);
    return last == Integer.MIN_VALUE;
  }

  /// Continues until it is told to stop or is done. Returns whether it is done.
  boolean run(BooleanSupplier stop) {
    do {
      step(stop);
    } while (next >= 0 && !stop.getAsBoolean());
    return next < 0;
  }

  private void step(BooleanSupplier stop) {
    int count = 0;
    for (int visited = 0; visited < SERIES_A_STEP && next >= 0; visited++) {
      if (visited > 0 && stop.getAsBoolean()) {
        break;
      }
      next = pending.nextSetBit(next);
      if (next >= 0 && visit(next)) {
        emptied[count++] = next;
      }
    }
    touched.forEach(bucket -> bucket.retire(reclaimer));
    int[] evicted = Arrays.copyOf(emptied, count);
    aggregates.evicting(evicted);
    index.evict(evicted);
    metrics.evicted(count);
    if (next < 0) {
      buckets.dropEmpty();
    }
  }
}
