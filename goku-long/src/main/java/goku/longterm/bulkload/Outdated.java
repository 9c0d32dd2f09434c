package goku.longterm.bulkload;

import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.Tombstone;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What a shard must not show of what it finds on its disks, because it was away for so long that a
/// delete was made, applied and removed meanwhile. Stateless.
final class Outdated {
  private Outdated() {}

  /// Buckets that S3 has no more, and whose place one took that was made with a delete which nobody
  /// knows any more.
  ///
  /// @param held here, from an earlier run
  /// @param stored in S3
  /// @param deletes in S3
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
