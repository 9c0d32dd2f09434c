package goku.compactor.plan;

import goku.tier.BucketKey;
import goku.tier.TierKeys;

/// A marker that exists and cannot be used: it is corrupt, names another bucket or files that do
/// not exist, or was written by a later version. Its bucket is neither removed nor used, and
/// neither are the inputs that the bucket may have been built from.
///
/// @param bucket bucket of the marker; of tier 0 for a shuffled bucket
/// @param problem problem and remedy, for people
/// @param newer whether a later version wrote it, so that it may be whole
public record UnreadableMarker(BucketKey bucket, String problem, boolean newer) {
  /// Returns the key of the marker.
  public String key() {
    return bucket.tier() == 0 ? TierKeys.shuffledMarker(bucket) : TierKeys.tierMarker(bucket);
  }
}
