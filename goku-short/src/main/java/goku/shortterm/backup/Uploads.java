package goku.shortterm.backup;

import goku.format.snapshot.SnapshotInfo;

/// Puts tasks into the queue. Thread-safe.
record Uploads(TaskQueue queue, Destination to, Expiry expiry) {
  /// A bucket of which S3 would only be rid again is left out.
  void bucket(ShardState shard, HeldBucket bucket) {
    if (isWanted(shard, bucket)) {
      queue.add(shard.id(), new BucketUpload(shard, bucket.file(), bucket.event(), to));
    }
  }

  void snapshot(ShardState shard, SnapshotInfo info) {
    var file = shard.files().snapshot(info.offset());
    queue.add(shard.id(), new SnapshotUpload(shard, file, info.offset(), to));
  }

  void sweep(ShardState shard) {
    queue.add(shard.id(), new Sweep(shard, shard.files().directory(), expiry, to));
  }

  /// Expired buckets of namespaces without disk tiers do not belong to S3.
  boolean isWanted(ShardState shard, HeldBucket bucket) {
    return shard.namespace().disk().isPresent()
        || !expiry.isOver(shard.namespace(), bucket.name().startMillis());
  }
}
