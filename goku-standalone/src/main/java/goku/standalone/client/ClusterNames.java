package goku.standalone.client;

import goku.cluster.ClusterClient;
import goku.cluster.NamespaceRegistry;
import goku.cluster.map.ClusterNode;
import goku.cluster.map.NodeStatus;
import goku.cluster.map.ShardMapWatch;
import goku.cluster.stop.StopCheck;
import goku.service.ClusterException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The arguments of commands for some nodes or zones of a cluster: their names, and the cluster.
public final class ClusterNames {
  @Mixin private ZooKeeperOption zookeeper = new ZooKeeperOption();

  @Parameters(
      paramLabel = "NODE|ZONE",
      arity = "1..*",
      description = "names of nodes of GokuS or GokuL, or of zones")
  private Set<String> names = Set.of();

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  /// Returns the names.
  public Set<String> names() {
    return names;
  }

  /// Returns the names that are neither of one of the nodes nor of its zone.
  public List<String> unknown(List<ClusterNode> nodes) {
    return names.stream().filter(name -> nodes.stream().noneMatch(is(name))).toList();
  }

  private static Predicate<ClusterNode> is(String name) {
    return node -> node.name().equals(name) || node.zone().equals(name);
  }

  /// Returns the command with its output.
  public CommandLine line() {
    return Objects.requireNonNull(spec).commandLine();
  }

  /// Calls the action with a connection to the cluster.
  ///
  /// @throws ClusterException if ZooKeeper does not answer
  public <T> T inCluster(Function<ClusterClient, T> action) {
    try (var cluster = zookeeper.client(line().getCommandName())) {
      cluster.start();
      return action.apply(cluster);
    }
  }

  /// Returns the shard map of a cluster, to be closed.
  public static ShardMapWatch shardMap(ClusterClient cluster) {
    return new ShardMapWatch(cluster, new SimpleMeterRegistry(), InstantSource.system());
  }

  /// Returns the nodes of a shard map.
  public static List<ClusterNode> nodes(ShardMapWatch map) {
    return map.nodes().stream().map(NodeStatus::node).toList();
  }

  /// Returns the check of stops; empty if the cluster has no namespaces yet.
  public static Optional<StopCheck> stopCheck(ClusterClient cluster, ShardMapWatch map) {
    return new NamespaceRegistry(cluster)
        .namespaces()
        .map(namespaces -> new StopCheck(namespaces, map.replicas()));
  }
}
