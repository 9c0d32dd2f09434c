package goku.shortterm.backup;

import java.time.Duration;

/// Times and numbers of the backup.
///
/// @param bucketLength how long the window of a bucket is: references to buckets do not say
/// @param threads that upload at the same time
/// @param downloads that a node makes at the same time when it recovers
/// @param firstPause after the first failure; it doubles with each further one
/// @param longestPause between two tries
/// @param complainAfter how long something must have failed for before the node is called unhealthy
/// @param checkInterval between two checks that all files are here and in S3
/// @param listTimeout how long a recovery waits for S3 to say what it has
/// @param closeTimeout how long a node that stops waits for uploads that do not fail
public record BackupSettings(
    Duration bucketLength,
    int threads,
    int downloads,
    Duration firstPause,
    Duration longestPause,
    Duration complainAfter,
    Duration checkInterval,
    Duration listTimeout,
    Duration closeTimeout) {

  public static BackupSettings of(Duration bucketLength, Duration checkInterval) {
    return new BackupSettings(
        bucketLength,
        2,
        4,
        Duration.ofSeconds(1),
        Duration.ofMinutes(1),
        Duration.ofMinutes(1),
        checkInterval,
        Duration.ofSeconds(10),
        Duration.ofSeconds(10));
  }
}
