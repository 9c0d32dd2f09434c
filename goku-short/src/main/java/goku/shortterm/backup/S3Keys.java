package goku.shortterm.backup;

import goku.model.ShardId;
import goku.shortterm.files.FileNames;
import goku.tier.BucketKey;
import goku.tier.TierKeys;
import java.nio.file.Path;

/// The keys of shards' files in the S3 bucket of their namespace. All replicas of a shard share
/// them.
///
/// | key | content |
/// | --- | --- |
/// | `short/<shard, 5 digits>/bucket-<start, seconds>-<generation>.goku` | a finalized bucket, see
/// `goku.tier` |
/// | `short/<shard, 5 digits>/snapshot-<number, 19 digits>.goku` | a snapshot |
/// | the key of one of these, `.damaged` | a note, see [DamageNotes] |
final class S3Keys {
  private S3Keys() {}

  /// Returns the prefix of a shard's keys.
  static String directory(ShardId shard) {
    return "short/%05d/".formatted(shard.shard());
  }

  static String bucket(ShardId shard, long startMillis, int generation) {
    return TierKeys.finalized(new BucketKey(shard.shard(), 0, startMillis, generation));
  }

  static String snapshot(ShardId shard, long number) {
    return directory(shard) + FileNames.snapshot(number);
  }

  /// Returns the key of a file.
  static String of(ShardId shard, Path file) {
    return directory(shard) + file.getFileName();
  }

  /// Returns the name of the file with the key.
  static String fileName(String key) {
    return key.substring(key.lastIndexOf('/') + 1);
  }
}
