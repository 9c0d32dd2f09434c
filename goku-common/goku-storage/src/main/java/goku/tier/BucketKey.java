package goku.tier;

import java.util.Comparator;

/// The identity of a version of a bucket of one shard.
///
/// @param shard number of the shard, of GokuS for tier 0, else of GokuL
/// @param tier 0 for a bucket of GokuS
/// @param startMillis first millisecond of the window
/// @param generation 1 for the first version
public record BucketKey(int shard, int tier, long startMillis, int generation)
    implements Comparable<BucketKey> {
  private static final Comparator<BucketKey> ORDER =
      Comparator.comparingInt(BucketKey::shard)
          .thenComparingInt(BucketKey::tier)
          .thenComparingLong(BucketKey::startMillis)
          .thenComparingInt(BucketKey::generation);

  @Override
  public int compareTo(BucketKey other) {
    return ORDER.compare(this, other);
  }
}
