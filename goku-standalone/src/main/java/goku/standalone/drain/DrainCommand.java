package goku.standalone.drain;

import goku.cluster.ClusterClient;
import goku.cluster.NamespaceRegistry;
import goku.cluster.drain.DrainRegistry;
import goku.cluster.drain.Drains;
import goku.cluster.map.ClusterNode;
import goku.cluster.map.NodeStatus;
import goku.cluster.map.ShardMapWatch;
import goku.cluster.stop.StopCheck;
import goku.config.NamespacesFile;
import goku.model.Store;
import goku.standalone.client.ZooKeeperOption;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `goku cluster drain`, after which roots read from other nodes and zones.
@Command(
    name = "drain",
    description =
        "moves reads away from nodes of GokuS and GokuL or from whole zones, until `undrain`;"
            + " writes continue")
public final class DrainCommand implements Callable<Integer> {
  @Mixin private ZooKeeperOption zookeeper = new ZooKeeperOption();

  @Parameters(paramLabel = "NODE|ZONE", arity = "1..*", description = "names of nodes or zones")
  private Set<String> names = Set.of();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var line = Objects.requireNonNull(spec).commandLine();
    InstantSource clock = InstantSource.system();
    try (var cluster = zookeeper.client("drain")) {
      cluster.start();
      try (var map = new ShardMapWatch(cluster, new SimpleMeterRegistry(), clock)) {
        List<ClusterNode> nodes = map.nodes().stream().map(NodeStatus::node).toList();
        List<String> unknown =
            names.stream().filter(name -> nodes.stream().noneMatch(is(name))).toList();
        if (!unknown.isEmpty()) {
          line.getErr()
              .println(
                  "cannot drain %s: no node or zone has this name; see `goku cluster status`"
                      .formatted(String.join(", ", unknown)));
          return 1;
        }
        Drains drains = DrainRegistry.of(cluster).change(before -> all(before, clock.instant()));
        names.forEach(name -> line.getOut().println("drained " + name));
        stillRead(cluster, map, covered(nodes, drains)).forEach(line.getOut()::println);
      }
      return 0;
    }
  }

  private static Predicate<ClusterNode> is(String name) {
    return node -> node.name().equals(name) || node.zone().equals(name);
  }

  private Drains all(Drains before, Instant now) {
    Drains after = before;
    for (String name : names) {
      after = after.with(name, now);
    }
    return after;
  }

  private static Set<String> covered(List<ClusterNode> nodes, Drains drains) {
    return nodes.stream()
        .filter(node -> drains.cover(node.name(), node.zone()))
        .map(ClusterNode::name)
        .collect(Collectors.toSet());
  }

  /// Returns a line for each shard that no other node can answer as completely.
  private static List<String> stillRead(
      ClusterClient cluster, ShardMapWatch map, Set<String> nodes) {
    return new NamespaceRegistry(cluster)
        .read().stream()
            .map(yaml -> NamespacesFile.parse(yaml, "the namespaces in ZooKeeper"))
            .map(namespaces -> new StopCheck(namespaces, map.replicas()))
            .flatMap(check -> Stream.of(Store.values()).map(store -> check.obstacles(store, nodes)))
            .flatMap(List::stream)
            .map("still read there: "::concat)
            .toList();
  }
}
