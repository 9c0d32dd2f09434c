package goku.standalone;

import goku.cluster.ClusterClient;
import goku.cluster.NamespaceRegistry;
import goku.cluster.map.ShardMapWatch;
import goku.cluster.stop.StopCheck;
import goku.config.NamespacesFile;
import goku.model.Store;
import goku.service.ClusterException;
import goku.standalone.client.ZooKeeperOption;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `goku cluster ok-to-stop`, which tells whether nodes can stop while all answers stay
/// complete. Its exit code is 1 if they cannot.
@Command(
    name = "ok-to-stop",
    description =
        "exits with 0 if all answers stay complete while the nodes are stopped together, otherwise"
            + " with 1 and the reasons")
final class OkToStopCommand implements Callable<Integer> {
  @Mixin private ZooKeeperOption zookeeper = new ZooKeeperOption();

  @Parameters(paramLabel = "NODE", arity = "1..*", description = "names of nodes of GokuS or GokuL")
  private Set<String> nodes = Set.of();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var line = Objects.requireNonNull(spec).commandLine();
    try (var cluster = zookeeper.client("ok-to-stop")) {
      cluster.start();
      List<String> reasons = reasons(cluster);
      if (reasons.isEmpty()) {
        line.getOut().println("ok to stop: " + String.join(", ", nodes));
        return 0;
      }
      reasons.forEach(line.getErr()::println);
      return 1;
    } catch (ClusterException failed) {
      line.getErr().println("goku cluster ok-to-stop: " + failed.getMessage());
      return 1;
    }
  }

  private List<String> reasons(ClusterClient cluster) {
    InstantSource clock = InstantSource.system();
    try (var map = new ShardMapWatch(cluster, new SimpleMeterRegistry(), clock)) {
      if (map.age().isEmpty() || map.age().get().compareTo(ShardMapWatch.STALE) > 0) {
        return List.of("no controller has published the shard map lately: start one");
      }
      Optional<String> yaml = new NamespaceRegistry(cluster).read();
      if (yaml.isEmpty()) {
        return List.of("there are no namespaces yet");
      }
      var check =
          new StopCheck(
              NamespacesFile.parse(yaml.get(), "the namespaces in ZooKeeper"), map.replicas());
      return reasons(check, map);
    }
  }

  private List<String> reasons(StopCheck check, ShardMapWatch map) {
    List<String> reasons = new ArrayList<>();
    for (String node : nodes) {
      boolean isListed = map.nodes().stream().anyMatch(one -> one.node().name().equals(node));
      if (!isListed
          && !check.knows(Store.SHORT_TERM, node)
          && !check.knows(Store.LONG_TERM, node)) {
        reasons.add("no node is named %s: see `goku cluster status`".formatted(node));
      }
    }
    for (Store store : Store.values()) {
      reasons.addAll(check.obstacles(store, nodes));
    }
    return reasons;
  }
}
