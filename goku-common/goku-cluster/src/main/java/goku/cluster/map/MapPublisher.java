package goku.cluster.map;

import goku.cluster.ClusterClient;
import goku.fault.TroubleLog;
import goku.model.Store;
import goku.rpc.ShardHealth;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// A writer of the shard map to ZooKeeper. Writes when something that matters has changed, and
/// regularly even if not. Counts `goku.cluster.map.writes` by outcome. Owned by one thread.
final class MapPublisher {
  /// The longest interval between writes. It shows readers that the spectator works, and keeps the
  /// lags approximately right.
  private static final Duration REFRESH = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(MapPublisher.class);

  private final ClusterClient cluster;
  private final Counter writes;
  private final Counter failures;
  private final Map<String, Written> written = new HashMap<>();

  /// Write failures by path. Roots keep their last map meanwhile.
  private final Map<String, TroubleLog> troubles = new HashMap<>();

  /// The part of an entry that matters, and the time of its last write.
  private record Written(Object matter, long atMillis) {}

  MapPublisher(ClusterClient cluster, MeterRegistry registry) {
    this.cluster = cluster;
    this.writes = registry.counter("goku.cluster.map.writes", "outcome", "done");
    this.failures = registry.counter("goku.cluster.map.writes", "outcome", "failed");
  }

  void nodes(List<NodeStatus> nodes, long nowMillis) {
    write(MapPaths.NODES, nodes, now -> MapJson.writeNodes(now, nodes), nowMillis);
  }

  void shards(Store store, String namespace, List<NodeShards> nodes, long nowMillis) {
    String path = MapPaths.of(store, namespace);
    write(path, matter(nodes), now -> MapJson.writeMap(now, nodes), nowMillis);
  }

  /// Returns the nodes with steps instead of lags.
  private static List<NodeShards> matter(List<NodeShards> nodes) {
    List<NodeShards> all = new ArrayList<>();
    for (NodeShards node : nodes) {
      List<ShardHealth> shards = new ArrayList<>();
      for (ShardHealth health : node.shards()) {
        shards.add(
            new ShardHealth(
                health.shard(),
                health.state(),
                LagStep.of(health.lagMillis()),
                health.holes(),
                health.pendingFromMillis()));
      }
      all.add(new NodeShards(node.node(), shards));
    }
    return all;
  }

  private void write(String path, Object matter, LongFunction<byte[]> content, long nowMillis) {
    Written last = written.get(path);
    boolean fresh = last != null && nowMillis - last.atMillis() < REFRESH.toMillis();
    if (last != null && fresh && last.matter().equals(matter)) {
      return;
    }
    try {
      cluster
          .curator()
          .create()
          .orSetData()
          .creatingParentsIfNeeded()
          .forPath(path, content.apply(nowMillis));
      written.put(path, new Written(matter, nowMillis));
      writes.increment();
      trouble(path).end();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (Exception failed) {
      failures.increment();
      trouble(path).begin(failed.toString(), failed);
    }
  }

  private TroubleLog trouble(String path) {
    return troubles.computeIfAbsent(
        path, of -> new TroubleLog(LOG, Level.WARN, "shard map write failure", "path=" + of));
  }
}
