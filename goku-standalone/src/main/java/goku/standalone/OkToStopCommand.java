package goku.standalone;

import goku.cluster.ClusterClient;
import goku.cluster.map.ClusterNode;
import goku.cluster.map.ShardMapWatch;
import goku.cluster.stop.StopCheck;
import goku.model.Store;
import goku.standalone.client.ClusterNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// The command `goku cluster ok-to-stop`, which tells whether nodes can stop while all answers stay
/// complete. Its exit code is 1 if they cannot.
@Command(
    name = "ok-to-stop",
    description =
        "exits with 0 if all answers stay complete while the nodes are stopped together, otherwise"
            + " with 1 and the reasons")
final class OkToStopCommand implements Callable<Integer> {
  @Mixin private ClusterNames arguments = new ClusterNames();

  @Override
  public Integer call() {
    List<String> reasons = arguments.inCluster(this::reasons);
    if (reasons.isEmpty()) {
      arguments.line().getOut().println("ok to stop: " + String.join(", ", arguments.names()));
      return 0;
    }
    reasons.forEach(arguments.line().getErr()::println);
    return 1;
  }

  private List<String> reasons(ClusterClient cluster) {
    try (var map = ClusterNames.shardMap(cluster)) {
      if (map.age().isEmpty() || map.age().get().compareTo(ShardMapWatch.STALE) > 0) {
        return List.of("no controller has published the shard map lately: start one");
      }
      Optional<StopCheck> check = ClusterNames.stopCheck(cluster, map);
      return check.isEmpty()
          ? List.of("there are no namespaces yet")
          : reasons(check.get(), ClusterNames.nodes(map));
    }
  }

  private List<String> reasons(StopCheck check, List<ClusterNode> nodes) {
    List<String> reasons = new ArrayList<>();
    for (String name : arguments.unknown(nodes)) {
      if (!check.knows(Store.SHORT_TERM, name) && !check.knows(Store.LONG_TERM, name)) {
        reasons.add("no node or zone is named %s: see `goku cluster status`".formatted(name));
      }
    }
    Set<String> stopping = stopping(nodes);
    for (Store store : Store.values()) {
      reasons.addAll(check.obstacles(store, stopping));
    }
    return reasons;
  }

  /// Returns the names with those of the nodes of named zones.
  private Set<String> stopping(List<ClusterNode> nodes) {
    Set<String> stopping = new HashSet<>(arguments.names());
    nodes.stream()
        .filter(node -> arguments.names().contains(node.zone()))
        .forEach(node -> stopping.add(node.name()));
    return stopping;
  }
}
