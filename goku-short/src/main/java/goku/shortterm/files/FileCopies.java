package goku.shortterm.files;

import goku.format.bucket.BucketFile;
import goku.format.snapshot.SnapshotInfo;
import goku.model.ShardId;
import java.nio.file.Path;

/// Who keeps copies of shards' files elsewhere, and is told of them. Calls do not wait.
/// Thread-safe.
public interface FileCopies {
  /// A bucket was finalized, or a file of it was found at a start.
  void bucket(ShardId shard, Path file, BucketFile content);

  /// A snapshot was taken. The ones before the last two are not needed any more.
  void snapshot(ShardId shard, Path file, SnapshotInfo info);

  /// Nothing of the bucket is needed any more, in no generation: it expired.
  void bucketDropped(ShardId shard, ShardFiles files, long startMillis);
}
