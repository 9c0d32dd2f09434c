package goku.shortterm.shard;

import goku.shortterm.finalization.BucketOutput;
import goku.shortterm.finalization.Finalizations;

/// The regular maintenance of a shard: expiry, finished files, the index, and alarms. Owned by the
/// shard's writer.
final class ShardMaintenance {
  private static final long INTERVAL_MILLIS = 1000;

  private final ShardClock clock;
  private final ShardView view;
  private final ShardHoles holes;
  private final BucketExpiry expiry;
  private final Finalizations finalizations;
  private final Deletions deletions;
  private final CardinalityAlarm cardinality;
  private long nextMillis = Long.MIN_VALUE;

  ShardMaintenance(
      ShardClock clock,
      ShardView view,
      ShardHoles holes,
      BucketExpiry expiry,
      Finalizations finalizations,
      Deletions deletions,
      CardinalityAlarm cardinality) {
    this.clock = clock;
    this.view = view;
    this.holes = holes;
    this.expiry = expiry;
    this.finalizations = finalizations;
    this.deletions = deletions;
    this.cardinality = cardinality;
  }

  boolean isDue(long wallMillis) {
    return wallMillis >= nextMillis;
  }

  void run() {
    nextMillis = clock.wallMillis() + INTERVAL_MILLIS;
    if (!finalizations.stateCoverage()) {
      forgetHolesBefore(clock.oldest()); // they keep a bucket from becoming a file
    }
    if (!deletions.areUnderWay()) {
      // a slot that a delete has not visited must not get another series
      forgetHolesBefore(expiry.run(clock.oldest(), clock.oldestIn(BucketOutput.NOTICE)));
      deletions.retry();
      finalizations.collect(); // streams that a delete changes must not be written
    }
    view.buckets().retireStreams();
    view.index().settle();
    view.preAggregates().review();
    view.reclaimer().collect();
    cardinality.review();
  }

  /// Forgets the holes in the time that the shard no longer keeps.
  private void forgetHolesBefore(int bucket) {
    if (holes.beginBefore(bucket)) {
      view.buckets().holdFrom(bucket);
      holes.dropBefore(bucket);
    }
  }
}
