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

/// Writes the map to ZooKeeper, where something that matters changed, and now and then where
/// nothing did. Counts `goku.cluster.map.writes` by whether they succeeded. Belongs to one thread.
final class MapPublisher {
  /// So that a reader knows that somebody still looks, and has a lag that is about right.
  private static final Duration REFRESH = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(MapPublisher.class);

  private final ClusterClient cluster;
  private final Counter writes;
  private final Counter failures;
  private final Map<String, Written> written = new HashMap<>();

  /// By path. Roots go on with the map that they have meanwhile.
  private final Map<String, TroubleLog> troubles = new HashMap<>();

  /// What the entry at a path says, as far as it matters, and since when.
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

  /// The nodes with steps in place of lags.
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
                health.completeFromMillis()));
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
