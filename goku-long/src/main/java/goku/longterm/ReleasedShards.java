package goku.longterm;

import goku.longterm.tier.ShardStore;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.tier.DirectoryTree;
import goku.tier.Leftovers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The files of shards that other nodes have taken over. They stay for a while, so that a shard
/// that returns finds them. They are removed after that time, or earlier when a disk is nearly
/// full, as S3 has them too. Thread-safe.
final class ReleasedShards {
  private static final Logger LOG = LoggerFactory.getLogger(ReleasedShards.class);

  private final List<Path> disks;
  private final Duration keep;
  private final InstantSource clock;
  private final Leftovers broken;

  // guarded by this
  private final Map<ShardId, Instant> since = new HashMap<>();

  /// @param disks parents of the directories of shards
  /// @param keep time for which files stay
  ReleasedShards(List<Path> disks, Duration keep, InstantSource clock) {
    this.disks = List.copyOf(disks);
    this.keep = keep;
    this.clock = clock;
    broken = new Leftovers(keep, clock);
  }

  /// Records that the shard was released, or is left from an earlier run, and that nothing reads
  /// it. Does nothing when it has no files.
  synchronized void add(ShardId shard) {
    if (disks.stream().anyMatch(disk -> Files.exists(ShardStore.directory(disk, shard)))) {
      since.putIfAbsent(shard, clock.instant());
    }
  }

  /// Records that the node has the shard again. Its files are not removed after this returns.
  synchronized void takenBack(ShardId shard) {
    since.remove(shard);
  }

  synchronized int count() {
    return since.size();
  }

  /// Removes the files whose time has passed, and databases that were set aside as long ago.
  void removeOld() {
    broken.review(brokenDatabases());
    remove(clock.instant().minus(keep));
  }

  /// Removes all files, because a disk is nearly full.
  void removeAll() {
    remove(Instant.MAX);
  }

  /// Removes the files of all shards of a removed namespace, none of which is open.
  synchronized void remove(Namespace namespace) throws IOException {
    for (Path disk : disks) {
      Path files = disk.resolve(namespace.name());
      if (Files.exists(files)) {
        DirectoryTree.remove(files);
        LOG.info("files of a removed namespace removed directory={}", files);
      }
    }
    since.keySet().removeIf(shard -> shard.namespace().equals(namespace.name()));
  }

  private synchronized void remove(Instant releasedBefore) {
    for (Map.Entry<ShardId, Instant> released : Map.copyOf(since).entrySet()) {
      if (!released.getValue().isAfter(releasedBefore)) {
        remove(released.getKey());
      }
    }
  }

  private List<Path> brokenDatabases() {
    List<Path> found = new ArrayList<>();
    for (Path disk : disks) {
      for (Path namespace : in(disk)) {
        in(namespace).stream()
            .map(shard -> shard.resolve(ShardStore.BROKEN_DATABASE))
            .filter(Files::exists)
            .forEach(found::add);
      }
    }
    return found;
  }

  private static List<Path> in(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(Files::isDirectory).toList();
    } catch (IOException failed) {
      LOG.warn("cannot list directory={}", directory, failed);
      return List.of();
    }
  }

  private void remove(ShardId shard) {
    try {
      for (Path disk : disks) {
        DirectoryTree.remove(ShardStore.directory(disk, shard));
      }
      since.remove(shard);
      LOG.info("files of a released shard removed shard={}", shard);
    } catch (IOException failed) {
      LOG.error(
          "files of a released shard cannot be removed, retrying, check the permissions shard={}",
          shard,
          failed);
    }
  }
}
