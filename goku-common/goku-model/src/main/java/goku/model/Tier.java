package goku.model;

import java.time.Duration;
import java.util.Optional;

/// A stage of storage on disk (Table 3 of the paper). All datapoints of a shard in one window are a
/// bucket. Windows of a tier begin at multiples of their length since the epoch, and consist of
/// whole windows of the previous tier.
///
/// @param number 1 for the tier that receives the buckets of GokuS, then ascending
/// @param bucket length of a window
/// @param ttl time for which a bucket is kept after the end of its window, provided that the next
///   tier has its data by then
/// @param raw true if the tier holds raw datapoints
/// @param rollup the interval of its rollups
/// @param cold true if the tier is stored on the slow and cheap disks
public record Tier(
    int number,
    Duration bucket,
    Duration ttl,
    boolean raw,
    Optional<Duration> rollup,
    boolean cold) {
  /// The length of the windows of GokuS's buckets, tier 0 (section 4.4 of the paper).
  public static final Duration MEMORY_BUCKET = Duration.ofHours(2);

  /// Returns the first millisecond of the window that contains the time.
  public long startOf(long millis) {
    return Math.floorDiv(millis, bucket.toMillis()) * bucket.toMillis();
  }
}
