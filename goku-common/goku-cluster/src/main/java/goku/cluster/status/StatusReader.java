package goku.cluster.status;

import goku.cluster.ClusterClient;
import goku.cluster.NamespaceRegistry;
import goku.cluster.ServiceRole;
import goku.cluster.formats.FormatRegistry;
import goku.cluster.formats.Formats;
import goku.cluster.helix.HelixEntries;
import goku.cluster.input.InputLagFollower;
import goku.cluster.map.ClusterNode;
import goku.cluster.map.LiveNodes;
import goku.cluster.map.NodeStatus;
import goku.cluster.map.ShardMapWatch;
import goku.cluster.rollout.RolloutEntry;
import goku.model.Namespaces;
import goku.service.ClusterException;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A reader of the deployment's status from ZooKeeper. Needs no running controller: living nodes
/// are found directly, and shards in the last published map.
public final class StatusReader {
  private static final Logger LOG = LoggerFactory.getLogger(StatusReader.class);
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final ClusterClient cluster;
  private final MeterRegistry registry;
  private final InstantSource clock;

  /// @param cluster a started client
  public StatusReader(ClusterClient cluster, MeterRegistry registry, InstantSource clock) {
    this.cluster = cluster;
    this.registry = registry;
    this.clock = clock;
  }

  /// The status of a deployment. Immutable.
  public static final class Report {
    private final ClusterStatus status;

    private Report(ClusterStatus status) {
      this.status = status;
    }

    /// Returns the status as text.
    public List<String> lines() {
      return status.lines();
    }

    /// Returns the status as JSON in one line.
    public String json() {
      return new StatusJson(status).text();
    }

    /// Returns whether each shard has a replica that serves.
    public boolean isServed() {
      return status.isServed();
    }
  }

  /// Reads the status.
  public Report read() throws InterruptedException {
    try (var map = new ShardMapWatch(cluster, registry, clock);
        var input = new InputLagFollower(cluster, registry, clock)) {
      var helix = new HelixEntries(cluster);
      Optional<Formats> formats = new FormatRegistry(cluster).read();
      Optional<Namespaces> namespaces = new NamespaceRegistry(cluster).namespaces();
      boolean isFresh =
          map.age().filter(age -> age.compareTo(ShardMapWatch.STALE) <= 0).isPresent();
      return new Report(
          new ClusterStatus(
              controllers(),
              formats,
              map.age(),
              input.published(),
              new Maintenance(new RolloutEntry(cluster).read(clock.millis()), map.drains()),
              Members.of(nodes(map.nodes()), isFresh, formats, helix::absentSince),
              Work.of(cluster, ServiceRole.COMPACTOR),
              map.replicas(),
              namespaces.map(all -> WantedReplicas.of(helix, all)).orElse(WantedReplicas.UNKNOWN),
              namespaces));
    }
  }

  /// Returns the published nodes, and living ones that no spectator has seen.
  private List<NodeStatus> nodes(List<NodeStatus> published) throws InterruptedException {
    List<NodeStatus> all = new ArrayList<>(published);
    List<ClusterNode> known = published.stream().map(NodeStatus::node).toList();
    for (ServiceRole service : ServiceRole.values()) {
      try (var live = new LiveNodes(cluster, service, registry)) {
        if (!live.awaitLoaded(LIMIT)) {
          throw new ClusterException(
              "cannot read the living nodes: ZooKeeper does not answer; check that it runs");
        }
        live.nodes().stream()
            .filter(node -> !known.contains(node))
            .forEach(node -> all.add(new NodeStatus(node, true)));
      }
    }
    return all;
  }

  /// Returns the names of the controllers, in the order in which they become leader.
  private List<String> controllers() {
    List<String> names = new ArrayList<>();
    try {
      List<String> entries =
          new ArrayList<>(cluster.curator().getChildren().forPath(ClusterClient.CONTROLLERS));
      // the latch assigns ascending numbers, and the lowest one leads
      entries.sort(Comparator.comparing(entry -> entry.substring(entry.lastIndexOf('-') + 1)));
      for (String entry : entries) {
        byte[] name = cluster.curator().getData().forPath(ClusterClient.CONTROLLERS + "/" + entry);
        names.add(new String(name, StandardCharsets.UTF_8));
      }
    } catch (NoNodeException gone) {
      LOG.debug("controller entry missing", gone);
    } catch (Exception failed) {
      throw new ClusterException("cannot read the controllers", failed);
    }
    return names;
  }
}
