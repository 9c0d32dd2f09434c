package goku.simulation;

import goku.model.Disk;
import goku.model.Tier;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The check that the compactor removes nothing before its successor is in S3. Replicas upload
/// files that S3 lacks, so answers show a wrong removal only if all of them lose their disks before
/// that.
final class RemovalCheck {
  private final World world;
  private final List<String> before;

  /// Remembers what S3 has.
  RemovalCheck(World world) {
    this.world = world;
    before = world.s3.keys();
  }

  /// Fails unless all that was removed since is in a bucket of a tier, or is no longer kept.
  void check() {
    Set<String> after = new HashSet<>(world.s3.keys());
    List<String> removed = before.stream().filter(key -> !after.contains(key)).toList();
    if (removed.isEmpty() || world.damages) {
      return; // a manifest may be unreadable
    }
    List<Manifest> made = manifests(after);
    for (String key : removed) {
      TierKeys.parseFinalized(key)
          .filter(file -> isKept(file.startMillis(), Tier.MEMORY_BUCKET))
          .filter(file -> hasDatapoints(file.startMillis()))
          .filter(file -> made.stream().noneMatch(bucket -> isIn(file, bucket, after)))
          .ifPresent(file -> fail(key));
      TierKeys.parseTier(key)
          .filter(TierKeys.Entry::isMarker)
          .map(TierKeys.Entry::bucket)
          .filter(bucket -> isKept(bucket.startMillis(), Disk.bucket(bucket.tier())))
          .filter(bucket -> made.stream().noneMatch(other -> replaces(other, bucket)))
          .ifPresent(bucket -> fail(key));
    }
  }

  private boolean isKept(long startMillis, Duration length) {
    Duration ttl = world.namespace().disk().map(Disk::ttl).orElse(Duration.ZERO);
    return startMillis + length.plus(ttl).toMillis() > world.millis();
  }

  /// A bucket is not built again for one more empty file.
  private boolean hasDatapoints(long startMillis) {
    return !world.reference.isEmpty(startMillis, startMillis + Tier.MEMORY_BUCKET.toMillis());
  }

  /// A file may also go if a later generation is shuffled, which will be consumed.
  private static boolean isIn(BucketKey file, Manifest bucket, Set<String> keys) {
    return bucket.startMillis() <= file.startMillis()
        && file.startMillis() < bucket.endMillis()
        && (bucket.hasConsumed(file) || keys.stream().anyMatch(key -> isShuffled(key, file)));
  }

  private static boolean isShuffled(String key, BucketKey file) {
    return TierKeys.parseShuffled(key)
        .filter(TierKeys.Entry::isMarker)
        .map(TierKeys.Entry::bucket)
        .filter(there -> there.startMillis() == file.startMillis())
        .filter(there -> there.generation() >= file.generation())
        .isPresent();
  }

  private static boolean replaces(Manifest other, BucketKey bucket) {
    boolean isNext =
        other.tier() > bucket.tier()
            || (other.tier() == bucket.tier() && other.generation() > bucket.generation());
    return isNext
        && other.startMillis() <= bucket.startMillis()
        && bucket.startMillis() < other.endMillis();
  }

  private List<Manifest> manifests(Set<String> keys) {
    List<Manifest> manifests = new ArrayList<>();
    for (String key : keys) {
      if (TierKeys.parseTier(key).filter(TierKeys.Entry::isMarker).isPresent()) {
        manifests.add(Manifest.parse(world.s3.content(key), key));
      }
    }
    return manifests;
  }

  private static void fail(String key) {
    throw new Violation("the compactor removed " + key + ", which no bucket of a tier has");
  }
}
