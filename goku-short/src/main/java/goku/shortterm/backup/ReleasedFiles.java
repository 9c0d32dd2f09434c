package goku.shortterm.backup;

import goku.fault.TroubleLog;
import goku.model.CurrentNamespaces;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.objectstore.ObjectStoreException;
import goku.shortterm.files.ShardFiles;
import goku.tier.DirectoryTree;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The files of shards that moved away from this node. They stay for a while, so that a shard that
/// returns finds them. After that time they are removed, but only if S3 has everything that they
/// have: the move does not show that another node has their datapoints. Thread-safe.
final class ReleasedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(ReleasedFiles.class);

  private final Path directory;
  private final CurrentNamespaces namespaces;
  private final CopiesInS3 copies;
  private final Duration keep;
  private final InstantSource clock;
  private final MeterRegistry registry;
  private final TroubleLog trouble =
      new TroubleLog(LOG, Level.WARN, "files of released shards kept", "");

  // guarded by this
  private final Set<ShardId> open = new HashSet<>();
  private final Map<ShardId, Instant> since = new HashMap<>();

  /// @param directory the directory of the shards of all namespaces
  /// @param keep the time for which files stay
  ReleasedFiles(
      Path directory,
      CurrentNamespaces namespaces,
      CopiesInS3 copies,
      Duration keep,
      InstantSource clock,
      MeterRegistry registry) {
    this.directory = directory;
    this.namespaces = namespaces;
    this.copies = copies;
    this.keep = keep;
    this.clock = clock;
    this.registry = registry;
    Gauge.builder("goku.short.files.released", this, ReleasedFiles::count)
        .description("shards that moved away and whose files are still on the disk")
        .register(registry);
  }

  /// Notes that the node opens the shard. Its files are not removed after this returns.
  synchronized void opened(ShardId shard) {
    open.add(shard);
    since.remove(shard);
  }

  synchronized void closed(ShardId shard) {
    open.remove(shard);
  }

  /// Removes the files of all shards of a removed namespace. S3 need not have what they have.
  ///
  /// @throws IllegalStateException while one of its shards is open
  synchronized void remove(Namespace namespace) throws IOException {
    Optional<ShardId> still =
        open.stream().filter(shard -> shard.namespace().equals(namespace.name())).findAny();
    if (still.isPresent()) {
      throw new IllegalStateException(
          "cannot remove the files of a removed namespace: shard %s is still open"
              .formatted(still.get()));
    }
    Path files = directory.resolve(namespace.name());
    if (Files.exists(files)) {
      DirectoryTree.remove(files);
      LOG.info("files of a removed namespace removed namespace={}", namespace.name());
    }
  }

  private synchronized int count() {
    return since.size();
  }

  /// Finds the files of shards that are not open, and removes those whose time has passed.
  void review() {
    Map<ShardId, Instant> released;
    try {
      released = released();
    } catch (IOException failed) {
      LOG.warn("cannot list the files of released shards directory={}", directory, failed);
      return;
    }
    Instant now = clock.instant();
    String kept = "";
    for (Map.Entry<ShardId, Instant> one : released.entrySet()) {
      if (!one.getValue().plus(keep).isAfter(now)) {
        Optional<String> reason = remove(one.getKey());
        kept = reason.map(why -> "shard %s: %s".formatted(one.getKey(), why)).orElse(kept);
      }
    }
    if (kept.isEmpty()) {
      trouble.end();
    } else {
      trouble.beginOrChange(kept, null);
    }
  }

  private synchronized Map<ShardId, Instant> released() throws IOException {
    Set<ShardId> found = new HashSet<>();
    for (Namespace namespace : namespaces.all().all()) {
      namespace
          .allShards()
          .filter(shard -> !open.contains(shard) && hasFiles(shard))
          .forEach(found::add);
    }
    since.keySet().retainAll(found);
    found.forEach(shard -> since.putIfAbsent(shard, clock.instant()));
    return Map.copyOf(since);
  }

  private boolean hasFiles(ShardId shard) {
    Path files = ShardFiles.directory(directory, shard);
    if (!Files.isDirectory(files)) {
      return false;
    }
    try (Stream<Path> all = Files.list(files)) {
      return all.findAny().isPresent();
    } catch (IOException failed) {
      LOG.warn("cannot list directory={}", files, failed);
      return false;
    }
  }

  /// Returns the reason why the files stay; empty if they are gone.
  private Optional<String> remove(ShardId shard) {
    Path files = ShardFiles.directory(directory, shard);
    try {
      Namespace namespace = namespaces.find(shard.namespace()).orElseThrow();
      var inventory =
          new ShardInventory(
              shard, namespaces.following(namespace), ShardFiles.existing(files, registry));
      Optional<String> missing = copies.missing(inventory);
      if (missing.isEmpty()) {
        removeIfReleased(shard, files);
      }
      return missing;
    } catch (ObjectStoreException | IOException failed) {
      return Optional.of(String.valueOf(failed.getMessage()));
    }
  }

  /// The shard may have returned while S3 was read.
  private synchronized void removeIfReleased(ShardId shard, Path files) throws IOException {
    if (since.remove(shard) != null) {
      DirectoryTree.remove(files);
      LOG.info("files of a released shard removed shard={}", shard);
    }
  }
}
