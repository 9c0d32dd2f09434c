package goku.compactor.plan;

import goku.tier.BucketKey;
import java.util.Comparator;

/// The key of all generations of a bucket.
///
/// @param shard shard of GokuS for tier 0, else of GokuL
public record WindowKey(int shard, int tier, long startMillis) implements Comparable<WindowKey> {
  private static final Comparator<WindowKey> ORDER =
      Comparator.comparingInt(WindowKey::tier)
          .thenComparingLong(WindowKey::startMillis)
          .thenComparingInt(WindowKey::shard);

  public static WindowKey of(BucketKey bucket) {
    return new WindowKey(bucket.shard(), bucket.tier(), bucket.startMillis());
  }

  public BucketKey generation(int generation) {
    return new BucketKey(shard, tier, startMillis, generation);
  }

  @Override
  public int compareTo(WindowKey other) {
    return ORDER.compare(this, other);
  }
}
