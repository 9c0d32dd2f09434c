package goku.standalone.namespaces;

import goku.cluster.ClusterClient;
import goku.cluster.NamespacePublisher;
import goku.cluster.NamespaceRegistry;
import goku.config.ConfigLoader;
import goku.config.DurationText;
import goku.config.Sources;
import goku.objectstore.S3ObjectStore;
import goku.standalone.client.ZooKeeperOption;
import goku.standalone.process.ShortProcess;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/// The command `goku namespaces remove`, which removes a namespace of a cluster with its data. It
/// takes the configuration of a GokuS node, which has the addresses of Kafka and S3.
@Command(
    name = "remove",
    description = {
      "removes a namespace from a cluster for good. A namespace with data is only removed",
      "with --delete-data. An interrupted removal continues when the command runs again.",
      "Accepts the keys of `goku short`, for the addresses of Kafka and S3."
    },
    customSynopsis =
        "goku namespaces remove NAME [--delete-data] --zookeeper=SERVERS [--config FILE]"
            + " [--KEY=VALUE]...")
final class NamespacesRemoveCommand implements Callable<Integer> {
  private final Map<String, String> environment;

  @Parameters(paramLabel = "NAME", description = "Name of the namespace.")
  private String name = "";

  @Option(
      names = "--delete-data",
      description = "deletes its topic in Kafka, its objects in S3 and its files on all nodes")
  private boolean deleteData;

  @Option(names = "--config", paramLabel = "FILE", description = "YAML file of a GokuS node")
  private @Nullable Path config;

  @Option(
      names = "--patience",
      paramLabel = "DURATION",
      defaultValue = "1m",
      converter = DurationConverter.class,
      description = "longest wait for GokuS nodes to close their shards; default ${DEFAULT-VALUE}")
  private Duration patience = Duration.ZERO;

  @Mixin private ZooKeeperOption zookeeper = new ZooKeeperOption();

  @Unmatched private final List<String> flags = new ArrayList<>();

  @Spec private @Nullable CommandSpec spec;

  NamespacesRemoveCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    var sources = new Sources(Optional.ofNullable(config), environment, flags);
    var storage = ConfigLoader.load(ShortProcess.class, sources).shortTerm();
    try (ClusterClient cluster = zookeeper.client("namespaces");
        Admin admin = Admin.create(storage.kafka().clientProperties());
        var store = new S3ObjectStore(storage.objectStore(), new SimpleMeterRegistry())) {
      cluster.start();
      var registry = new NamespaceRegistry(cluster);
      var removal =
          new Removal(
              registry,
              new NamespacePublisher(registry, InstantSource.system()),
              new Confirmation(cluster, out),
              new NamespaceLog(admin, storage.kafka().names(), patience),
              new NamespaceObjects(store),
              out);
      return removal.of(name, deleteData) ? 0 : 1;
    }
  }

  /// The form of durations in configurations, such as `30s`.
  static final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return DurationText.parse(text);
    }
  }
}
