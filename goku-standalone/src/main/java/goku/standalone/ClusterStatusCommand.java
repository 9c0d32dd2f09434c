package goku.standalone;

import goku.cluster.status.StatusReader;
import goku.standalone.client.ZooKeeperOption;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The command `goku cluster status`, which prints the state of a deployment from ZooKeeper. Its
/// exit code is 1 if a shard is not served.
@Command(
    name = "status",
    description =
        "prints the nodes of a cluster, and each shard's nodes and states; exits with 1 if a shard"
            + " has no replica that serves")
final class ClusterStatusCommand implements Callable<Integer> {
  @Mixin private ZooKeeperOption zookeeper = new ZooKeeperOption();

  @Option(names = "--json", description = "prints JSON in one line")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    var line = Objects.requireNonNull(spec).commandLine();
    try (var cluster = zookeeper.client("status")) {
      cluster.start();
      var reader = new StatusReader(cluster, new SimpleMeterRegistry(), InstantSource.system());
      StatusReader.Report report = reader.read();
      if (json) {
        line.getOut().println(report.json());
      } else {
        report.lines().forEach(line.getOut()::println);
      }
      return report.isServed() ? 0 : 1;
    }
  }
}
