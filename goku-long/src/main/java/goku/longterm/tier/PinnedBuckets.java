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
public record PinnedBuckets(List<StoredBucket> buckets, long completeToMillis, Runnable unpin)
    implements AutoCloseable {
  public PinnedBuckets {
    buckets = List.copyOf(buckets);
  }

  /// Returns the time for which buckets are not held here yet.
  public Holes holes() {
    return completeToMillis == Long.MAX_VALUE
        ? Holes.NONE
        : Holes.of(new Hole(completeToMillis, Long.MAX_VALUE, HoleCause.RECOVERY));
  }

  @Override
  public void close() {
    unpin.run();
  }
}
