package goku.shortterm.backup;

import goku.shortterm.files.BucketName;
import goku.shortterm.files.FileNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Removes files of a shard from the local disk: not before they are in S3 if they belong there,
/// and not while a snapshot that is kept needs them, since a recovery from it would be without
/// them. Thread-safe.
final class LocalFileCleanup {
  private final TaskQueue queue;
  private final MemoryRetention retention;

  LocalFileCleanup(TaskQueue queue, MemoryRetention retention) {
    this.queue = queue;
    this.retention = retention;
  }

  /// Removes what the shard has dropped as far as nobody needs it.
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

  /// Removes what was dropped before a restart, of which nobody knows any more.
  void strays(ShardInventory shard) throws IOException {
    for (Path file : shard.files().buckets()) {
      Optional<BucketName> name = FileNames.parseBucket(file.getFileName().toString());
      if (name.isPresent() && isStray(shard, name.get()) && !queue.has(shard.id(), file)) {
        shard.files().remove(file);
      }
    }
  }

  private boolean mayGo(ShardInventory shard, BucketName name) {
    if (!isExpired(shard, name)) {
      return !shard.isReferenced(name);
    }
    // whoever compacts the bucket waits for the file
    boolean belongsToS3 = shard.namespace().disk().isPresent();
    return !belongsToS3 || !queue.has(shard.id(), shard.file(name));
  }

  private boolean isStray(ShardInventory shard, BucketName name) {
    if (shard.isHeld(name)) {
      return false;
    }
    return isExpired(shard, name) || (shard.isReplaced(name) && !shard.isReferenced(name));
  }

  private boolean isExpired(ShardInventory shard, BucketName name) {
    return retention.isOver(shard.namespace(), name.startMillis());
  }
}
