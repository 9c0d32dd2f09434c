package goku.shortterm.backup;

import goku.format.FormatException;
import goku.format.snapshot.SnapshotInfo;
import goku.shortterm.files.BucketName;
import goku.shortterm.files.FileNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// The creation of upload tasks. Thread-safe.
record Uploads(TaskQueue queue, Destination to, MemoryRetention retention) {
  /// Uploads a bucket, unless S3 would not keep it.
  void bucket(ShardInventory shard, MappedBucket bucket) {
    if (isWanted(shard, bucket)) {
      add(shard, bucket.file(), bucket.event());
    }
  }

  /// Uploads files of windows that expired while the node was down, if the compactor needs them:
  /// they may not have reached S3 before. The shard no longer needs them, other than those that it
  /// is restored from.
  void expired(ShardInventory shard, Set<BucketName> restored) throws IOException {
    if (!shard.feedsTiers()) {
      return;
    }
    for (Path file : shard.files().buckets()) {
      Optional<BucketName> name = FileNames.parseBucket(file.getFileName().toString());
      if (name.isPresent() && isExpired(shard, name.get()) && !restored.contains(name.get())) {
        try (BucketContent content = to.checks().openBucket(file)) {
          add(shard, file, FinalizedEvent.of(shard.namespace(), shard.id(), content));
          shard.drop(name.get());
        } catch (FormatException broken) {
          shard.files().setAside(file, broken);
        }
      }
    }
  }

  /// Compares the content in S3 with the file of an expired bucket, after which the file may be
  /// removed.
  void dropped(ShardInventory shard, Path file, FinalizedEvent event) {
    var name = new BucketName(event.startMillis(), event.generation());
    if (shard.feedsTiers() && isExpired(shard, name) && !shard.isVerified(name)) {
      add(shard, file, event);
    }
  }

  private void add(ShardInventory shard, Path file, FinalizedEvent event) {
    queue.add(shard.id(), new BucketUpload(shard, file, event, to));
  }

  void snapshot(ShardInventory shard, SnapshotInfo info) {
    var file = shard.files().snapshot(info.number());
    queue.add(shard.id(), new SnapshotUpload(shard, file, info.number(), to));
  }

  /// Reads an object again that another node could not read, if the shard has its file.
  void review(ShardInventory shard, String name) {
    Optional<BucketName> bucket = FileNames.parseBucket(name);
    bucket
        .flatMap(shard::held)
        .ifPresent(
            held -> {
              shard.doubt(held.name());
              bucket(shard, held);
            });
    OptionalLong number = FileNames.parseSnapshot(name);
    if (number.isPresent() && shard.snapshot(number.getAsLong()).isPresent()) {
      Path file = shard.files().snapshot(number.getAsLong());
      queue.add(shard.id(), new SnapshotReview(shard, file, number.getAsLong(), to));
    }
  }

  void sweep(ShardInventory shard) {
    queue.add(shard.id(), new Sweep(shard, shard.files().directory(), retention, to));
  }

  /// Expired buckets of namespaces without disk tiers do not belong to S3.
  private boolean isWanted(ShardInventory shard, MappedBucket bucket) {
    return shard.feedsTiers() || !isExpired(shard, bucket.name());
  }

  /// Returns whether memory no longer holds the bucket. The compactor may then have removed it from
  /// S3.
  boolean isExpired(ShardInventory shard, BucketName name) {
    return retention.isOver(shard.namespace(), name.startMillis());
  }
}
