package goku.cluster.status;

import goku.cluster.ClusterClient;
import goku.cluster.NamespaceRegistry;
import goku.cluster.ServiceRole;
import goku.cluster.map.ClusterNode;
import goku.cluster.map.LiveNodes;
import goku.cluster.map.NodeStatus;
import goku.cluster.map.ShardMapWatch;
import goku.config.NamespacesFile;
import goku.model.Store;
import goku.service.ClusterException;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads from ZooKeeper how the deployment is. Needs no controller to run: nodes that live are seen
/// without, and of shards the last that was published.
public final class StatusReader {
  private static final Logger LOG = LoggerFactory.getLogger(StatusReader.class);
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final ClusterClient cluster;
  private final MeterRegistry registry;
  private final InstantSource clock;

  /// @param cluster started
  public StatusReader(ClusterClient cluster, MeterRegistry registry, InstantSource clock) {
    this.cluster = cluster;
    this.registry = registry;
    this.clock = clock;
  }

  /// A table for people, line by line.
  public List<String> lines() throws InterruptedException {
    try (var map = new ShardMapWatch(cluster, registry, clock)) {
      return new ClusterStatus(
              controllers(),
              map.age(),
              nodes(map.nodes()),
              Work.of(cluster, ServiceRole.COMPACTOR),
              Map.of(
                  Store.SHORT_TERM,
                  map.replicas(Store.SHORT_TERM),
                  Store.LONG_TERM,
                  map.replicas(Store.LONG_TERM)),
              new NamespaceRegistry(cluster)
                  .read()
                  .map(yaml -> NamespacesFile.parse(yaml, "the namespaces in ZooKeeper")))
          .lines();
    }
  }

  /// Those that were published, and those that live and were not seen by a spectator.
  private List<NodeStatus> nodes(List<NodeStatus> published) throws InterruptedException {
    List<NodeStatus> all = new ArrayList<>(published);
    List<ClusterNode> known = published.stream().map(NodeStatus::node).toList();
    for (ServiceRole service : ServiceRole.values()) {
      try (var live = new LiveNodes(cluster, service, registry)) {
        if (!live.awaitLoaded(LIMIT)) {
          throw new ClusterException("ZooKeeper does not say which nodes live: does it answer?");
        }
        live.nodes().stream()
            .filter(node -> !known.contains(node))
            .forEach(node -> all.add(new NodeStatus(node, true)));
      }
    }
    all.sort(
        Comparator.comparing((NodeStatus status) -> status.node().service())
            .thenComparing(status -> status.node().name()));
    return all;
  }

  /// In the order in which they lead.
  private List<String> controllers() {
    List<String> names = new ArrayList<>();
    try {
      List<String> entries =
          new ArrayList<>(cluster.curator().getChildren().forPath(ClusterClient.CONTROLLERS));
      // the latch gives ascending numbers, and the lowest one leads
      entries.sort(Comparator.comparing(entry -> entry.substring(entry.lastIndexOf('-') + 1)));
      for (String entry : entries) {
        byte[] name = cluster.curator().getData().forPath(ClusterClient.CONTROLLERS + "/" + entry);
        names.add(new String(name, StandardCharsets.UTF_8));
      }
    } catch (NoNodeException gone) {
      LOG.debug("a controller left, or never was there", gone);
    } catch (Exception failed) {
      throw new ClusterException("cannot read who the controllers are", failed);
    }
    return names;
  }
}
