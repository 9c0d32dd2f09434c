package goku.model;

import java.time.Duration;
import java.util.Optional;

/// A stage of storage on disk (Table 3 of the paper). All datapoints of a shard in one window are a
/// bucket; windows of a tier begin at multiples of their length since the epoch, and consist of
/// whole windows of the tier before.
///
/// @param number 1 for the one that GokuS's buckets go to, each next one more
/// @param bucket length of a window
/// @param ttl how long a bucket is kept behind the end of its window, if the next tier has it by
///   then
/// @param raw whether it has the datapoints as they came
/// @param rollup the interval of its rollups
/// @param cold whether it lies on the slow and cheap disks
public record Tier(
    int number,
    Duration bucket,
    Duration ttl,
    boolean raw,
    Optional<Duration> rollup,
    boolean cold) {
  /// The length of the windows of GokuS's buckets, tier 0 (section 4.4 of the paper).
  public static final Duration MEMORY_BUCKET = Duration.ofHours(2);

  /// The first millisecond of the window that holds the time.
  public long startOf(long millis) {
    return Math.floorDiv(millis, bucket.toMillis()) * bucket.toMillis();
  }
}
