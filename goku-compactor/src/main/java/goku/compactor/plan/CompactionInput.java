package goku.compactor.plan;

import goku.tier.BucketKey;
import goku.tier.ConsumedWindows;
import goku.tier.Coverage;
import goku.tier.Manifest;
import goku.tier.ShuffleMarker;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The newest generation of an input of a bucket of a shard of GokuL.
///
/// @param lengthMillis length of its window
/// @param late whether the bucket that it belongs to is gone, so that it has to go into a bucket of
///   a higher tier
/// @param key key in S3 for the manifest: of the bucket or the shuffled file, or of the marker of a
///   shuffled bucket without series of the shard
/// @param part shuffled file; null for a bucket of a tier, or if it has no series of the shard
/// @param manifest manifest of a bucket of a tier, else null
/// @param coverage coverage of the finalized file; of a bucket of a tier complete
/// @param adds whether an incomplete file adds to another file of its window, which may have what
///   it lacks, and lacks late datapoints that it has
record CompactionInput(
    BucketKey bucket,
    long lengthMillis,
    boolean late,
    String key,
    @Nullable StoredFile part,
    @Nullable Manifest manifest,
    Coverage coverage,
    boolean adds) {
  static CompactionInput of(Manifest manifest) {
    return new CompactionInput(
        manifest.bucket(),
        manifest.lengthMillis(),
        false,
        markerKey(manifest.bucket()),
        null,
        manifest,
        Coverage.COMPLETE,
        false);
  }

  /// @param isFirst whether the sources of the bucket have no other file of the window before it,
  ///   and the previous bucket has none
  static CompactionInput of(ShuffleMarker marker, int diskShard, boolean late, boolean isFirst) {
    String key = TierKeys.shuffled(marker.bucket(), diskShard);
    Optional<StoredFile> part =
        marker.files().stream().filter(file -> key.endsWith("/" + file.name())).findFirst();
    return new CompactionInput(
        marker.bucket(),
        marker.lengthMillis(),
        late,
        part.isPresent() ? key : TierKeys.shuffledMarker(marker.bucket()),
        part.orElse(null),
        null,
        marker.coverage(),
        marker.coverage() == Coverage.INCOMPLETE && !isFirst);
  }

  static String markerKey(BucketKey bucket) {
    return TierKeys.tierMarker(bucket);
  }

  /// Returns the window of an input of a manifest.
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

  /// Returns whether the data of the bucket stay beside this source.
  boolean isAddition() {
    return coverage == Coverage.ADDITION || adds;
  }

  /// Returns whether a bucket with fewer datapoints of this window may replace another one.
  boolean mayHaveFewer() {
    return manifest == null
        && (coverage == Coverage.COMPLETE || (coverage == Coverage.UNKNOWN && part != null));
  }

  boolean isEmpty() {
    return part == null && manifest == null;
  }

  /// Returns whether a bucket was built from this generation or from a later one. A bucket that
  /// does not state what it consumed may have been built from another one that was also empty.
  boolean isIn(Manifest made) {
    return manifest == null
        ? Consumption.generation(made, window()) >= bucket.generation() || isEmptyAsBefore(made)
        : made.inputs().contains(key);
  }

  /// A bucket that states what it consumed must state this file too: GokuS keeps the window until
  /// then, and an empty file may say that datapoints of the window were lost.
  private boolean isEmptyAsBefore(Manifest made) {
    return isEmpty()
        && !late
        && Consumption.points(made, window()) == ConsumedWindows.UNKNOWN
        && made.inputs().stream().noneMatch(this::isFileOfWindow);
  }

  private boolean isFileOfWindow(String input) {
    return !input.endsWith("/" + TierKeys.MARKER) && window(input).equals(Optional.of(window()));
  }
}
