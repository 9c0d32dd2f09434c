package goku.cluster.map;

import goku.cluster.ClusterClient;
import goku.cluster.EntryWatch;
import goku.cluster.drain.DrainRegistry;
import goku.cluster.drain.Drains;
import goku.model.ShardId;
import goku.model.Store;
import goku.rpc.Replica;
import goku.rpc.ReplicaMap;
import goku.rpc.ShardHealth;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The last shard map that the spectator published, with the drains of operators. Keeps its last
/// knowledge while ZooKeeper or all controllers are unavailable; `goku.cluster.map.age` tells for
/// how long. An entry that cannot be read is logged and counted as `goku.cluster.unreadable`, and
/// the previous entry stays. A deleted entry also stays, as entries are never deleted on purpose.
///
/// Entries are written only by Curator's event threads and read by any thread. Thread-safe.
public final class ShardMapWatch implements AutoCloseable {
  /// The age of a map from which it may be outdated: twice the longest interval between writes.
  public static final Duration STALE = Duration.ofSeconds(20);

  private static final Logger LOG = LoggerFactory.getLogger(ShardMapWatch.class);
  private static final long NEVER = Long.MIN_VALUE;

  private final Counter unreadable;
  private final InstantSource clock;
  private final Map<MapKey, Map<Integer, List<Replica>>> entries = new ConcurrentHashMap<>();
  private final Map<MapKey, Long> writtenMillis = new ConcurrentHashMap<>();
  private final AtomicLong newestMillis = new AtomicLong(NEVER);
  private final EntryWatch watch;
  private volatile List<NodeStatus> nodeList = List.of();
  private volatile Drains drains = Drains.NONE;

  /// Creates the watch. Returns once the currently published map is known.
  public ShardMapWatch(ClusterClient cluster, MeterRegistry registry, InstantSource clock) {
    this.clock = clock;
    this.unreadable = registry.counter("goku.cluster.unreadable", "entry", "map");
    TimeGauge.builder("goku.cluster.map.age", this, TimeUnit.MILLISECONDS, ShardMapWatch::ageMillis)
        .description("time since the newest entry of the shard map was written")
        .register(registry);
    Gauge.builder("goku.cluster.drained", this, map -> map.drains().since().size())
        .description("drained nodes and zones")
        .register(registry);
    watch =
        EntryWatch.ofTrees(
            cluster, this::put, MapPaths.SHARD_MAP, MapPaths.NODES, DrainRegistry.PATH);
    watch.start();
  }

  /// Returns the replicas of a store's shards.
  public ReplicaMap replicas(Store store) {
    return shard -> replicas(store, shard);
  }

  /// Returns the replicas of each store's shards.
  public Map<Store, ReplicaMap> replicas() {
    return Map.of(
        Store.SHORT_TERM, replicas(Store.SHORT_TERM), Store.LONG_TERM, replicas(Store.LONG_TERM));
  }

  /// Returns the nodes of all services, by service and name.
  public List<NodeStatus> nodes() {
    return nodeList;
  }

  public Drains drains() {
    return drains;
  }

  /// Returns the time since the newest entry was written; empty if there is none.
  public Optional<Duration> age() {
    long newest = newestMillis.get();
    return newest == NEVER
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(Math.max(0, clock.millis() - newest)));
  }

  /// Returns the time of the newest write of any entry, by the clock of the controller, in
  /// milliseconds since the epoch; empty if there is none.
  public OptionalLong newestMillis() {
    long newest = newestMillis.get();
    return newest == NEVER ? OptionalLong.empty() : OptionalLong.of(newest);
  }

  /// Returns the time before which no entry of the namespaces was written, by the clock of the
  /// controller, in milliseconds since the epoch; empty if they have no entry.
  public OptionalLong oldestMillis(Set<String> namespaces) {
    return writtenMillis.entrySet().stream()
        .filter(entry -> namespaces.contains(entry.getKey().namespace()))
        .mapToLong(Map.Entry::getValue)
        .min();
  }

  @Override
  public void close() {
    watch.close();
  }

  private List<Replica> replicas(Store store, ShardId shard) {
    Map<Integer, List<Replica>> entry = entries.get(new MapKey(store, shard.namespace()));
    return entry == null
        ? List.of()
        : withDrains(entry.getOrDefault(shard.shard(), List.of()), drains);
  }

  private static List<Replica> withDrains(List<Replica> replicas, Drains now) {
    return now.isEmpty()
        ? replicas
        : replicas.stream()
            .map(one -> now.cover(one.node(), one.zone()) ? one.drained() : one)
            .toList();
  }

  private double ageMillis() {
    return age().map(age -> (double) age.toMillis()).orElse(Double.NaN);
  }

  private void put(ChildData data) {
    String path = data.getPath();
    MapKey key = MapPaths.key(path);
    try {
      if (key != null) {
        entries.put(key, byShard(MapJson.readMap(key, data.getData())));
        writtenMillis.put(key, MapJson.writtenAt(data.getData()));
      } else if (path.equals(MapPaths.NODES)) {
        nodeList = List.copyOf(MapJson.readNodes(data.getData()));
      } else {
        putDrains(data);
        return;
      }
      long at = MapJson.writtenAt(data.getData());
      newestMillis.accumulateAndGet(at, Math::max);
    } catch (IOException failed) {
      unreadable.increment();
      LOG.warn("shard map entry unreadable, keeping the previous one path={}", path, failed);
    }
  }

  /// Puts the drains, if the entry has them. It may also be a parent folder.
  private void putDrains(ChildData data) throws IOException {
    if (data.getPath().equals(DrainRegistry.PATH)) {
      drains = DrainRegistry.parse(data.getData());
      LOG.info("drains changed names={}", drains.since().keySet());
    }
  }

  private static Map<Integer, List<Replica>> byShard(List<NodeShards> nodes) {
    Map<Integer, List<Replica>> byShard = new HashMap<>();
    for (NodeShards node : nodes) {
      for (ShardHealth health : node.shards()) {
        byShard
            .computeIfAbsent(health.shard().shard(), number -> new ArrayList<>())
            .add(
                new Replica(node.node().name(), node.node().zone(), node.node().address(), health));
      }
    }
    byShard.replaceAll((number, replicas) -> List.copyOf(replicas));
    return byShard;
  }
}
