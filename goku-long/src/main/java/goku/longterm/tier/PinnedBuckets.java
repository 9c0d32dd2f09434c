package goku.longterm.tier;

import goku.model.Holes;
import java.util.List;

/// The buckets of a shard at a moment. None of them is removed before `close`.
///
/// @param buckets newest generation of each window, ascending by start, then by tier
/// @param holes the times for which buckets are not held here yet, are damaged, or lack datapoints
public record PinnedBuckets(List<StoredBucket> buckets, Holes holes, Runnable unpin)
    implements AutoCloseable {
  public PinnedBuckets {
    buckets = List.copyOf(buckets);
  }

  @Override
  public void close() {
    unpin.run();
  }
}
