package goku.cluster;

import goku.service.ClusterException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;

/// A watch of entries in ZooKeeper. Its listener gets each entry that is found, created or changed,
/// on Curator's event threads. A deleted entry is not reported, because the followers of entries
/// keep what they know. Thread-safe.
public final class EntryWatch implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

  private final List<String> paths;
  private final List<CuratorCache> caches;
  private final CountDownLatch loaded;

  private EntryWatch(
      ClusterClient cluster,
      Consumer<ChildData> listener,
      List<String> paths,
      CuratorCache.Options... options) {
    this.paths = paths;
    loaded = new CountDownLatch(paths.size());
    caches =
        paths.stream().map(path -> CuratorCache.build(cluster.curator(), path, options)).toList();
    for (CuratorCache cache : caches) {
      cache
          .listenable()
          .addListener(
              CuratorCacheListener.builder()
                  .forCreates(listener)
                  .forChanges((_, changed) -> listener.accept(changed))
                  .forInitialized(loaded::countDown)
                  .build());
    }
  }

  /// Creates a watch of single entries, which is not started.
  public static EntryWatch ofEntries(
      ClusterClient cluster, Consumer<ChildData> listener, String... paths) {
    return new EntryWatch(
        cluster, listener, List.of(paths), CuratorCache.Options.SINGLE_NODE_CACHE);
  }

  /// Creates a watch of entries and of all entries below them, which is not started.
  public static EntryWatch ofTrees(
      ClusterClient cluster, Consumer<ChildData> listener, String... paths) {
    return new EntryWatch(cluster, listener, List.of(paths));
  }

  /// Starts the watch. The listener gets the current entries later.
  public EntryWatch begin() {
    caches.forEach(CuratorCache::start);
    return this;
  }

  /// Starts the watch. Returns once the listener has got all current entries.
  ///
  /// @throws ClusterException if ZooKeeper does not answer within 20 s; the watch is then closed
  public void start() {
    begin();
    try {
      if (!loaded.await(START_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        close();
        throw new ClusterException(
            "cannot read %s: no answer within %s; check that ZooKeeper works"
                .formatted(String.join(" and ", paths), START_TIMEOUT));
      }
    } catch (InterruptedException interrupted) {
      close();
      Thread.currentThread().interrupt();
      throw new ClusterException(
          "cannot read %s, interrupted".formatted(String.join(" and ", paths)), interrupted);
    }
  }

  /// Returns whether the listener has got all entries that were there at the start.
  public boolean isLoaded() {
    return loaded.getCount() == 0;
  }

  @Override
  public void close() {
    caches.forEach(CuratorCache::close);
  }
}
