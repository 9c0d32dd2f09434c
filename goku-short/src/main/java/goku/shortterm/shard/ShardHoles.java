package goku.shortterm.shard;

import goku.model.Holes;
import goku.model.Tier;
import goku.model.TimeRange;
import goku.shortterm.bucket.Bucket;

/// The times for which a shard lacks datapoints. Changed by the shard's writer, read by any thread.
final class ShardHoles {
  private volatile Holes all = Holes.NONE;

  Holes all() {
    return all;
  }

  void add(Holes more) {
    all = all.plus(more);
  }

  /// Returns whether a hole has no begin, because nothing tells how old the lost records were.
  boolean haveNoBegin() {
    Holes now = all;
    return !now.isEmpty() && now.all().getFirst().startMillis() <= 0;
  }

  /// Returns the number of the first bucket that lacks datapoints; the largest int if none does.
  int first() {
    Holes now = all;
    return now.isEmpty()
        ? Integer.MAX_VALUE
        : Bucket.numberOf(Math.max(0, now.all().getFirst().startMillis()));
  }

  /// Returns whether a hole begins before a bucket.
  boolean beginBefore(int bucket) {
    Holes now = all;
    return !now.isEmpty() && now.overlap(before(bucket));
  }

  /// Forgets the time before a bucket.
  void dropBefore(int bucket) {
    all = all.minus(before(bucket));
  }

  /// Returns whether datapoints of the bucket may be missing.
  boolean touch(int bucket) {
    Holes now = all;
    return !now.isEmpty() && now.overlap(window(bucket));
  }

  private static TimeRange before(int bucket) {
    return new TimeRange(Long.MIN_VALUE, window(bucket).startMillis() - 1);
  }

  private static TimeRange window(int bucket) {
    long length = Tier.MEMORY_BUCKET.toMillis();
    return new TimeRange(bucket * length, (bucket + 1L) * length - 1);
  }
}
