package goku.standalone.drain;

import goku.cluster.ClusterClient;
import goku.cluster.drain.DrainRegistry;
import goku.cluster.drain.Drains;
import goku.cluster.map.ClusterNode;
import goku.cluster.map.ShardMapWatch;
import goku.model.Store;
import goku.standalone.client.ClusterNames;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// The command `goku cluster drain`, after which roots read from other nodes and zones.
@Command(
    name = "drain",
    description =
        "moves reads away from nodes of GokuS and GokuL or from whole zones, until `undrain`;"
            + " writes continue")
public final class DrainCommand implements Callable<Integer> {
  @Mixin private ClusterNames arguments = new ClusterNames();

  @Override
  public Integer call() {
    return arguments.inCluster(this::drain);
  }

  private int drain(ClusterClient cluster) {
    var line = arguments.line();
    Instant now = InstantSource.system().instant();
    try (var map = ClusterNames.shardMap(cluster)) {
      List<ClusterNode> nodes = ClusterNames.nodes(map);
      List<String> unknown = arguments.unknown(nodes);
      if (!unknown.isEmpty()) {
        line.getErr()
            .println(
                "cannot drain %s: no node or zone has this name; see `goku cluster status`"
                    .formatted(String.join(", ", unknown)));
        return 1;
      }
      Drains drains = DrainRegistry.of(cluster).change(before -> all(before, now));
      arguments.names().forEach(name -> line.getOut().println("drained " + name));
      stillRead(cluster, map, covered(nodes, drains)).forEach(line.getOut()::println);
      return 0;
    }
  }

  private Drains all(Drains before, Instant now) {
    Drains after = before;
    for (String name : arguments.names()) {
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
    return ClusterNames.stopCheck(cluster, map).stream()
        .flatMap(check -> Stream.of(Store.values()).map(store -> check.obstacles(store, nodes)))
        .flatMap(List::stream)
        .map("still read there: "::concat)
        .toList();
  }
}
