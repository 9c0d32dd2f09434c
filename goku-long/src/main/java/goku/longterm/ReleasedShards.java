package goku.longterm;

import goku.longterm.tier.ShardStore;
import goku.model.ShardId;
import goku.tier.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Files of shards that are another node's now. They stay for a while, because a shard that comes
/// back finds them; then, or when a disk is short, they are removed: S3 has them. Thread-safe.
final class ReleasedShards {
  private static final Logger LOG = LoggerFactory.getLogger(ReleasedShards.class);

  private final List<Path> disks;
  private final Duration keep;
  private final InstantSource clock;

  // guarded by this
  private final Map<ShardId, Instant> since = new HashMap<>();

  /// @param disks below which shards have their directories
  /// @param keep how long files stay
  ReleasedShards(List<Path> disks, Duration keep, InstantSource clock) {
    this.disks = List.copyOf(disks);
    this.keep = keep;
    this.clock = clock;
  }

  /// The shard was released, or is there from an earlier run, and nothing reads it any more.
  /// Nothing happens when it has no files.
  synchronized void add(ShardId shard) {
    if (disks.stream().anyMatch(disk -> Files.exists(ShardStore.directory(disk, shard)))) {
      since.putIfAbsent(shard, clock.instant());
    }
  }

  /// The shard is the node's again. When this returns, nobody removes its files.
  synchronized void takenBack(ShardId shard) {
    since.remove(shard);
  }

  synchronized int count() {
    return since.size();
  }

  /// Removes those whose time has passed.
  void removeOld() {
    remove(clock.instant().minus(keep));
  }

  /// Removes all, because a disk is short.
  void removeAll() {
    remove(Instant.MAX);
  }

  private synchronized void remove(Instant releasedBefore) {
    for (Map.Entry<ShardId, Instant> released : Map.copyOf(since).entrySet()) {
      if (!released.getValue().isAfter(releasedBefore)) {
        remove(released.getKey());
      }
    }
  }

  private void remove(ShardId shard) {
    try {
      for (Path disk : disks) {
        DirectoryTree.remove(ShardStore.directory(disk, shard));
      }
      since.remove(shard);
      LOG.info("shard {}: its files are removed, it is not this node's any more", shard);
    } catch (IOException failed) {
      LOG.error(
          "shard {}: its files cannot be removed, which is tried again; check the permissions",
          shard,
          failed);
    }
  }
}
