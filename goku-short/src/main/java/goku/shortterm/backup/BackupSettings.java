package goku.shortterm.backup;

import java.nio.file.Path;
import java.time.Duration;

/// The settings of the backup.
///
/// @param shards the directory of the shards of all namespaces
/// @param bucketLength the length of a bucket's window, which references to buckets omit
/// @param threads the number of parallel uploads
/// @param downloads the number of parallel downloads of a recovering node
/// @param firstPause the pause after the first failure; it doubles with each further one
/// @param longestPause the longest pause between two tries
/// @param complainAfter how long something must have failed before the node is unhealthy
/// @param checkInterval the interval between checks that all files are on the disk and in S3
/// @param listTimeout how long a recovery waits for a listing of S3
/// @param closeTimeout how long a stopping node waits for uploads that do not fail
/// @param keepReleased how long files of shards that moved away stay, and damaged files after they
///   were set aside
public record BackupSettings(
    Path shards,
    Duration bucketLength,
    int threads,
    int downloads,
    Duration firstPause,
    Duration longestPause,
    Duration complainAfter,
    Duration checkInterval,
    Duration listTimeout,
    Duration closeTimeout,
    Duration keepReleased) {

  public static BackupSettings of(
      Path shards, Duration bucketLength, Duration checkInterval, Duration keepReleased) {
    return new BackupSettings(
        shards,
        bucketLength,
        2,
        4,
        Duration.ofSeconds(1),
        Duration.ofMinutes(1),
        Duration.ofMinutes(1),
        checkInterval,
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        keepReleased);
  }
}
