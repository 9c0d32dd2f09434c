package goku.shortterm.shard;

import goku.format.bucket.BucketFile;
import goku.format.snapshot.SnapshotInfo;
import goku.model.ShardId;
import goku.shortterm.files.BucketName;
import goku.shortterm.files.FileCopies;
import java.nio.file.Path;

/// A backup that keeps no copies.
public final class NoCopies implements FileCopies {
  private volatile boolean betterSnapshot;

  /// Finds a better snapshot from now on.
  public void findBetterSnapshot() {
    betterSnapshot = true;
  }

  @Override
  public void bucket(ShardId shard, Path file, BucketFile content) {}

  @Override
  public void snapshot(ShardId shard, Path file, SnapshotInfo info) {}

  @Override
  public boolean hasBetterSnapshot(ShardId shard) {
    return betterSnapshot;
  }

  @Override
  public boolean isInTiers(ShardId shard, BucketName bucket) {
    return true;
  }

  @Override
  public void bucketDropped(ShardId shard, Path file, BucketFile content) {}

  @Override
  public void shardClosed(ShardId shard) {}
}
