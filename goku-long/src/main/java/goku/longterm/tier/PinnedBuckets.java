package goku.longterm.tier;

import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import java.util.List;

/// The buckets of a shard at a moment. None of them is removed before `close`.
///
/// @param buckets newest generation of each window, ascending by start, then by tier
/// @param completeToMillis time from which on S3 has buckets of GokuS that are not held here yet,
///   so answers about later times would lack data; the largest long when there are none
/// @param damaged windows whose bucket is damaged, until it is fetched again
public record PinnedBuckets(
    List<StoredBucket> buckets, long completeToMillis, Holes damaged, Runnable unpin)
    implements AutoCloseable {
  public PinnedBuckets {
    buckets = List.copyOf(buckets);
  }

  /// Creates buckets of which none is damaged.
  public PinnedBuckets(List<StoredBucket> buckets, long completeToMillis, Runnable unpin) {
    this(buckets, completeToMillis, Holes.NONE, unpin);
  }

  /// Returns the time for which buckets are not held here yet, or are damaged.
  public Holes holes() {
    return completeToMillis == Long.MAX_VALUE
        ? damaged
        : damaged.plus(new Hole(completeToMillis, Long.MAX_VALUE, HoleCause.RECOVERY));
  }

  @Override
  public void close() {
    unpin.run();
  }
}
