package goku.compactor.plan;

import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.ShuffleMarker;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The newest generation of something that a bucket of a shard of GokuL is made of.
///
/// @param lengthMillis of its window
/// @param key in S3, for the inputs of the manifest
/// @param part the shuffled file; null for a bucket of a tier, or when it has no series of the
///   shard
/// @param manifest of a bucket of a tier, else null
record Source(
    BucketKey bucket,
    long lengthMillis,
    String key,
    @Nullable StoredFile part,
    @Nullable Manifest manifest) {
  static Source of(Manifest manifest) {
    return new Source(
        manifest.bucket(), manifest.lengthMillis(), markerKey(manifest.bucket()), null, manifest);
  }

  static Source of(ShuffleMarker marker, int diskShard) {
    String key = TierKeys.shuffled(marker.bucket(), diskShard);
    Optional<StoredFile> part =
        marker.files().stream().filter(file -> key.endsWith("/" + file.name())).findFirst();
    return new Source(marker.bucket(), marker.lengthMillis(), key, part.orElse(null), null);
  }

  static String markerKey(BucketKey bucket) {
    return TierKeys.tierDirectory(bucket) + TierKeys.MARKER;
  }

  /// Which window an input of a manifest is of.
  static Optional<WindowKey> window(String key) {
    return TierKeys.parseShuffled(key)
        .or(() -> TierKeys.parseTier(key))
        .map(entry -> WindowKey.of(entry.bucket()));
  }

  WindowKey window() {
    return WindowKey.of(bucket);
  }

  long startMillis() {
    return bucket.startMillis();
  }

  long endMillis() {
    return startMillis() + lengthMillis;
  }

  boolean isEmpty() {
    return part == null && manifest == null;
  }

  /// Whether a bucket with these inputs is made of this generation. Of an empty one it has nothing,
  /// so it must not have anything of another generation either.
  boolean isIn(List<String> inputs) {
    return isEmpty()
        ? inputs.stream().noneMatch(input -> window(input).equals(Optional.of(window())))
        : inputs.contains(key);
  }
}
