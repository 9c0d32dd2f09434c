package goku.standalone.formats;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterConfig;
import goku.cluster.formats.FormatRegistry;
import goku.cluster.formats.Formats;
import goku.cluster.status.FormatReport;
import goku.embedded.StartupProblem;
import goku.service.ClusterException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The command `goku cluster formats`, which prints the format level in force, the newest level of
/// each known node, and what holds the level back.
@Command(
    name = "formats",
    description = "prints the format level in force, and which nodes hold it back",
    subcommands = {FormatsRaiseCommand.class, FormatsRemoveCommand.class})
public final class FormatsCommand implements Callable<Integer> {
  @Option(
      names = "--zookeeper",
      paramLabel = "SERVERS",
      scope = ScopeType.INHERIT,
      description = "ZooKeeper servers of the cluster, host:port separated by commas")
  private String zookeeper = "";

  @Option(
      names = "--data",
      paramLabel = "DIRECTORY",
      scope = ScopeType.INHERIT,
      description = "data directory of a standalone process, instead of --zookeeper")
  private @Nullable Path data;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Path directory = directory();
    Optional<List<String>> lines =
        directory == null
            ? inCluster(cluster -> new FormatRegistry(cluster).read()).map(FormatReport::lines)
            : new FormatFile(directory)
                .require()
                .map(FormatsCommand::formats)
                .map(FormatReport::heads);
    lines
        .orElse(List.of("no format level yet: no build with format levels has started"))
        .forEach(Objects.requireNonNull(spec).commandLine().getOut()::println);
    return 0;
  }

  private static Formats formats(FormatFile.Content content) {
    return new Formats(content.inForce(), List.of(content.build()), Set.of());
  }

  /// Returns the data directory; null for a cluster.
  @Nullable Path directory() {
    Path directory = data;
    if (zookeeper.isEmpty() == (directory == null)) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), "either --zookeeper or --data is required");
    }
    if (directory != null && !Files.isDirectory(directory)) {
      throw new StartupProblem(
          "cannot read data directory %s: there is none; check --data".formatted(directory));
    }
    return directory;
  }

  /// Calls the action with a connection to the cluster.
  ///
  /// @throws ClusterException if ZooKeeper does not answer
  <T> T inCluster(Function<ClusterClient, T> action) {
    try (var cluster = new ClusterClient(new ClusterConfig(zookeeper, "", "formats"))) {
      cluster.start();
      return action.apply(cluster);
    }
  }
}
