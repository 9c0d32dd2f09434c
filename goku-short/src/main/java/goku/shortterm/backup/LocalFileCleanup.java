package goku.shortterm.backup;

import goku.shortterm.files.BucketName;
import goku.shortterm.files.FileNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The removal of a shard's files from the local disk: after their upload if they belong to S3, and
/// after the last kept snapshot that needs them, because a recovery from it would lack them.
/// Thread-safe.
final class LocalFileCleanup {
  private final TaskQueue queue;
  private final MemoryRetention retention;

  LocalFileCleanup(TaskQueue queue, MemoryRetention retention) {
    this.queue = queue;
    this.retention = retention;
  }

  /// Removes files that the shard has dropped and nobody needs.
  void dropped(ShardInventory shard) {
    for (BucketName name : shard.dropped()) {
      if (mayGo(shard, name) && queue.cancel(shard.id(), shard.file(name))) {
        shard.files().remove(shard.file(name));
        shard.removed(name);
      }
    }
    for (long offset : shard.oldSnapshots()) {
      Path file = shard.files().snapshot(offset);
      if (queue.cancel(shard.id(), file)) {
        shard.files().remove(file);
        shard.removedSnapshot(offset);
      }
    }
  }

  /// Removes files that were dropped before a restart and are unknown since.
  void strays(ShardInventory shard) throws IOException {
    for (Path file : shard.files().buckets()) {
      Optional<BucketName> name = FileNames.parseBucket(file.getFileName().toString());
      if (name.isPresent() && isStray(shard, name.get()) && !queue.has(shard.id(), file)) {
        shard.files().remove(file);
      }
    }
  }

  private boolean mayGo(ShardInventory shard, BucketName name) {
    if (!isExpired(shard, name) || !shard.feedsTiers()) {
      return !shard.isReferenced(name);
    }
    // the compactor waits for the file
    return isSafe(shard, name) && !queue.has(shard.id(), shard.file(name));
  }

  private boolean isStray(ShardInventory shard, BucketName name) {
    if (shard.isHeld(name)) {
      return false;
    }
    boolean isOld = isExpired(shard, name);
    if (shard.feedsTiers() && isOld && isSafe(shard, name)) {
      return true;
    }
    boolean isUnwanted = shard.isReplaced(name) || (isOld && !shard.feedsTiers());
    return isUnwanted && !shard.isReferenced(name);
  }

  /// Returns whether another good copy is known: the content in S3 was compared with the file, or
  /// the compactor has read it.
  private static boolean isSafe(ShardInventory shard, BucketName name) {
    return shard.isVerified(name);
  }

  private boolean isExpired(ShardInventory shard, BucketName name) {
    return retention.isOver(shard.namespace(), name.startMillis());
  }
}
