package goku.standalone;

import goku.cluster.ClusterClient;
import goku.cluster.Followers;
import goku.cluster.KnownIngestors;
import goku.cluster.NamespacePublisher;
import goku.cluster.NamespaceRegistry;
import goku.config.DurationText;
import goku.namespace.NamespacesText;
import goku.standalone.client.ZooKeeperOption;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `goku namespaces apply`, which publishes a file to a cluster and waits until all
/// processes have it.
@Command(
    name = "apply",
    description = "puts a namespaces file in force in a cluster, if the change is allowed")
final class NamespacesApplyCommand implements Callable<Integer> {
  private static final long LOOK_EVERY_MILLIS = 100;

  /// Twice the time that processes may take.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Parameters(paramLabel = "FILE", description = "Namespaces file.")
  private Path file = Path.of("");

  @Mixin private ZooKeeperOption zookeeper = new ZooKeeperOption();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    var text = NamespacesText.of(NamespacesText.read(file), file.toString());
    try (var cluster = zookeeper.client("namespaces")) {
      cluster.start();
      var publisher =
          new NamespacePublisher(new NamespaceRegistry(cluster), InstantSource.system());
      boolean published = publisher.publish(text.yaml(), file.toString());
      out.println((published ? "published " : "was published already: ") + text.version());
      List<Followers.Follower> behind = await(cluster, text.version());
      for (var follower : Followers.all(cluster)) {
        out.println("  %s %s".formatted(follower.name(), state(follower, text.version())));
      }
      List<String> cutOff = cutOff(cluster, text.version());
      cutOff.forEach(name -> out.println("  %s is not connected".formatted(name)));
      if (!behind.isEmpty()) {
        out.println(
            "not in force everywhere after %s: see /api/goku/namespaces of each process for its problems"
                .formatted(DurationText.print(PATIENCE)));
      }
      if (!cutOff.isEmpty()) {
        out.println(
            "queries also ask the old namespaces of moved metrics until these ingestors have the"
                + " version: start them, or remove them by `goku cluster formats remove`");
      }
      return behind.isEmpty() && cutOff.isEmpty() ? 0 : 1;
    }
  }

  /// Returns the known ingestors without a session, which may still accept datapoints.
  private static List<String> cutOff(ClusterClient cluster, String version) {
    Set<String> connected = Followers.names(cluster);
    return KnownIngestors.lacking(cluster, version).stream()
        .filter(name -> !connected.contains(name))
        .toList();
  }

  /// Waits until all processes have the version, or time is up. Returns those that do not have it.
  private static List<Followers.Follower> await(ClusterClient cluster, String version)
      throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (true) {
      List<Followers.Follower> behind =
          Followers.all(cluster).stream().filter(one -> !one.version().equals(version)).toList();
      if (behind.isEmpty() || Instant.now().isAfter(end)) {
        return behind;
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
  }

  private static String state(Followers.Follower follower, String version) {
    if (follower.version().equals(version)) {
      return "has it";
    }
    return follower.refused().equals(version) ? "refuses it" : "has " + follower.version();
  }
}
