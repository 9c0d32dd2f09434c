package goku.longterm.bulkload;

import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.Tombstone;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The check for buckets on disk that a shard must not show: it was away while a delete was made,
/// applied and removed. Stateless.
final class Outdated {
  private Outdated() {}

  /// Returns the buckets that S3 no longer has and that another bucket replaced, which was built
  /// with a delete that is neither in S3 nor applied here.
  ///
  /// @param held buckets here, from an earlier run
  /// @param stored buckets in S3
  /// @param deletes deletes in S3
  static List<BucketKey> of(
      Collection<Manifest> held, Collection<Manifest> stored, Collection<Tombstone> deletes) {
    Set<BucketKey> there = stored.stream().map(Manifest::bucket).collect(Collectors.toSet());
    Set<String> known = deletes.stream().map(Tombstone::key).collect(Collectors.toSet());
    return held.stream()
        .filter(bucket -> !there.contains(bucket.bucket()))
        .filter(
            bucket ->
                stored.stream()
                    .filter(other -> takesPlaceOf(other, bucket))
                    .anyMatch(other -> hasOther(other, bucket, known)))
        .map(Manifest::bucket)
        .toList();
  }

  private static boolean takesPlaceOf(Manifest other, Manifest bucket) {
    return other.tier() >= bucket.tier()
        && other.startMillis() <= bucket.startMillis()
        && other.endMillis() >= bucket.endMillis();
  }

  private static boolean hasOther(Manifest other, Manifest bucket, Set<String> known) {
    return other.inputs().stream()
        .filter(input -> Tombstone.shardOf(input).isPresent())
        .anyMatch(delete -> !known.contains(delete) && !bucket.inputs().contains(delete));
  }
}
