package goku.shortterm.files;

import goku.format.bucket.BucketFile;
import goku.format.snapshot.SnapshotInfo;
import goku.model.ShardId;
import java.nio.file.Path;

/// A keeper of copies of shards' files, notified of changes. Calls do not block. Thread-safe.
public interface FileCopies {
  /// Reports a bucket that was finalized, or whose file was found at a start.
  ///
  /// @param content stays mapped until `bucketDropped` or `shardClosed` has returned
  void bucket(ShardId shard, Path file, BucketFile content);

  /// Reports a new snapshot. All but the last two are no longer needed.
  void snapshot(ShardId shard, Path file, SnapshotInfo info);

  /// Returns whether a snapshot was found from which the shard would lack less than it lacks now,
  /// or whether S3 answers, for which the shard waits. The shard is then opened again.
  boolean hasBetterSnapshot(ShardId shard);

  /// Returns whether the tiers of GokuL are known to have the content of a file, for long enough
  /// that GokuL has loaded it.
  boolean isInTiers(ShardId shard, BucketName bucket);

  /// Reports that the bucket's file is no longer needed, because of its next generation or expiry.
  void bucketDropped(ShardId shard, Path file, BucketFile content);

  /// Reports that the shard has left this node. Its files stay.
  void shardClosed(ShardId shard);
}
