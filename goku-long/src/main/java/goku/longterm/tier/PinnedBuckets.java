package goku.longterm.tier;

import java.util.List;

/// The buckets of a shard at a moment. None of them is removed before `close`.
///
/// @param buckets the newest generation of each window, ascending by start, then by tier
/// @param completeToMillis from here on there are buckets of GokuS in S3, not held here yet, so
///   that answers about times behind it would be short; the largest long when there are none
public record PinnedBuckets(List<StoredBucket> buckets, long completeToMillis, Runnable unpin)
    implements AutoCloseable {
  public PinnedBuckets {
    buckets = List.copyOf(buckets);
  }

  @Override
  public void close() {
    unpin.run();
  }
}
