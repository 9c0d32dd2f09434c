package goku.shortterm.files;

import goku.format.bucket.BucketFile;
import goku.format.snapshot.SnapshotInfo;
import goku.model.ShardId;
import java.nio.file.Path;

/// Who keeps copies of shards' files elsewhere, and is told of them. Calls do not wait.
/// Thread-safe.
public interface FileCopies {
  /// A bucket was finalized, or a file of it was found at a start.
  ///
  /// @param content stays mapped until `bucketDropped` or `shardClosed` has returned
  void bucket(ShardId shard, Path file, BucketFile content);

  /// A snapshot was taken. The ones before the last two are not needed any more.
  void snapshot(ShardId shard, Path file, SnapshotInfo info);

  /// The bucket's file is not needed any more: the next generation took its place, or it expired.
  void bucketDropped(ShardId shard, Path file, BucketFile content);

  /// The shard is not on this node any more. Its files stay.
  void shardClosed(ShardId shard);
}
