package goku.cluster;

import goku.model.ShardId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The living nodes of one service and the shards they serve. While ZooKeeper is away it keeps
/// saying what it knew last. An entry that cannot be read is left out, logged, and counted as
/// `goku.cluster.unreadable.nodes`.
///
/// Thread-safe: entries are written by Curator's event thread only and read by anyone; the list of
/// watchers is its own lock.
public final class NodeDirectory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeDirectory.class);

  private final ClusterClient cluster;
  private final String path;
  private final Counter unreadable;
  private final CuratorCache cache;
  private final Map<String, NodeInfo> byPath = new ConcurrentHashMap<>();
  private final List<Consumer<List<NodeInfo>>> watchers = new ArrayList<>();
  private final CountDownLatch loaded = new CountDownLatch(1);

  /// Returns when the entries that are there now are known.
  ///
  /// @param service for example `short`; one path segment
  public NodeDirectory(ClusterClient cluster, String service, MeterRegistry registry) {
    this.cluster = cluster;
    this.path = "/goku/nodes/" + service;
    this.unreadable = registry.counter("goku.cluster.unreadable.nodes", "service", service);
    this.cache = CuratorCache.build(cluster.curator(), path);
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forCreates(this::put)
                .forChanges((old, changed) -> put(changed))
                .forDeletes(this::remove)
                .forInitialized(loaded::countDown)
                .build());
    cache.start();
    awaitLoaded();
  }

  /// Enters this node; returns when the others can see it.
  public Announcement announce(NodeInfo info) {
    return new Announcement(cluster, path + "/" + info.name(), info, ClusterClient.START_TIMEOUT);
  }

  /// The living nodes, by name.
  public List<NodeInfo> nodes() {
    return byPath.values().stream().sorted(Comparator.comparing(NodeInfo::name)).toList();
  }

  /// Who serves a shard, by name of the node; shards that nobody serves are absent.
  public Map<ShardId, List<NodeInfo>> shardMap() {
    return nodes().stream()
        .flatMap(node -> node.shards().stream().map(shard -> Map.entry(shard, node)))
        .collect(
            Collectors.groupingBy(
                Map.Entry::getKey,
                Collectors.mapping(Map.Entry::getValue, Collectors.toUnmodifiableList())));
  }

  /// Calls the consumer with the living nodes now, and after every change on Curator's event
  /// thread: be quick. Ends with this directory.
  public void watch(Consumer<List<NodeInfo>> consumer) {
    synchronized (watchers) {
      watchers.add(consumer);
      consumer.accept(nodes());
    }
  }

  @Override
  public void close() {
    cache.close();
  }

  private void put(ChildData entry) {
    if (entry.getPath().equals(path)) {
      return;
    }
    try {
      byPath.put(entry.getPath(), NodeJson.read(entry.getData()));
    } catch (IOException unreadableEntry) {
      byPath.remove(entry.getPath());
      unreadable.increment();
      LOG.warn(
          "ignoring the node at {}: its entry cannot be read", entry.getPath(), unreadableEntry);
    }
    tellWatchers();
  }

  private void remove(ChildData entry) {
    if (byPath.remove(entry.getPath()) != null) {
      tellWatchers();
    }
  }

  private void tellWatchers() {
    // one at a time, or a watcher that just came could end with an older list
    synchronized (watchers) {
      List<NodeInfo> nodes = nodes();
      watchers.forEach(watcher -> watcher.accept(nodes));
    }
  }

  private void awaitLoaded() {
    try {
      if (!loaded.await(ClusterClient.START_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        close();
        throw new ClusterException(
            "cannot read %s within %s: check that ZooKeeper answers"
                .formatted(path, ClusterClient.START_TIMEOUT));
      }
    } catch (InterruptedException interrupted) {
      close();
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while reading " + path, interrupted);
    }
  }
}
