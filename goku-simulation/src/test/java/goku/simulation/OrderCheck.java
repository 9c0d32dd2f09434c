package goku.simulation;

import goku.format.bucket.BucketInfo;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.files.BucketName;
import goku.shortterm.files.FileNames;
import goku.shortterm.shard.Shard;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The check of the order in which a shard reports its files. The compactor takes a window for
/// closed once S3 has the file of a later one, so a file waits for those of earlier windows that
/// the same decision, or an earlier one, finalizes.
final class OrderCheck {
  private final Set<BucketName> known = new HashSet<>();

  /// @param restored the files of the shard's directory when it was opened
  OrderCheck(List<Path> restored) {
    for (Path file : restored) {
      FileNames.parseBucket(file.getFileName().toString()).ifPresent(known::add);
    }
  }

  /// Fails if a file was reported since the last call, and an earlier window still becomes a file.
  ///
  /// @param reported the headers of all files that were reported and are still needed
  void check(Shard shard, List<BucketInfo> reported) {
    for (BucketInfo file : reported) {
      if (known.add(new BucketName(file.startMillis(), file.generation()))) {
        shard.buckets().all().forEach(bucket -> check(bucket, file));
      }
    }
  }

  private static void check(Bucket earlier, BucketInfo file) {
    if (earlier.startMillis() < file.startMillis()
        && earlier.isBeingFinalized()
        && earlier.finalized().isEmpty()
        && earlier.decision().millis() <= latestDecision(file)
        && earlier.decision().offset() <= file.coverage().throughOffset()) {
      throw new Violation(
          "the file of %s was reported before that of %s"
              .formatted(
                  Instant.ofEpochMilli(file.startMillis()),
                  Instant.ofEpochMilli(earlier.startMillis())));
    }
  }

  /// Returns the latest time at which the file was decided, by its generation. Offsets alone do not
  /// tell, because a log that was cut has other records at the same offsets.
  private static long latestDecision(BucketInfo file) {
    return file.startMillis() + (file.generation() / 2 + 1) * 1000L;
  }
}
