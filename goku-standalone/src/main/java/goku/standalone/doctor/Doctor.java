package goku.standalone.doctor;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterConfig;
import goku.cluster.NamespaceRegistry;
import goku.cluster.status.ClusterProbe;
import goku.config.DataSize;
import goku.model.Namespace;
import goku.namespace.NamespacesText;
import goku.objectstore.ObjectStoreConfig;
import goku.objectstore.S3ObjectStore;
import goku.standalone.agent.AgentConfig;
import goku.standalone.doctor.check.ClockExamination;
import goku.standalone.doctor.check.Examination;
import goku.standalone.doctor.check.HttpDate;
import goku.standalone.doctor.check.NamespacesExamination;
import goku.standalone.doctor.check.S3BucketExamination;
import goku.standalone.doctor.check.ServersExamination;
import goku.standalone.doctor.check.ZooKeeperExamination;
import goku.standalone.process.NamespacesSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The checks of everything that a service with this configuration needs, from its own machine
/// outwards. Changes nothing, except for a probe that is written to and removed from ZooKeeper and
/// S3.
public final class Doctor {
  private final Record config;
  private final Settings settings;
  private final InstantSource clock;
  private final Report report;

  private Doctor(Record config, PrintWriter out, InstantSource clock) {
    this.config = config;
    this.settings = new Settings(config);
    this.clock = clock;
    this.report = new Report(out);
  }

  /// Prints findings line by line.
  ///
  /// @param config the configuration of a service, or the [ClusterAddresses]
  /// @return the exit code: 1 if a check failed
  public static int run(Record config, PrintWriter out, InstantSource clock)
      throws InterruptedException {
    var doctor = new Doctor(config, out, clock);
    if (!(config instanceof ClusterAddresses)) {
      doctor.machine();
    }
    doctor.surroundings();
    return doctor.report.end();
  }

  private void machine() throws InterruptedException {
    long needBytes =
        settings.value("min-free-disk", DataSize.class).map(DataSize::bytes).orElse(1L << 30);
    for (Examination examination : new Machine(settings, needBytes).examinations()) {
      report.add(examination);
    }
  }

  private void surroundings() throws InterruptedException {
    Optional<ClusterConfig> cluster =
        settings.all(ClusterConfig.class).values().stream()
            .filter(one -> !one.zookeeper().isEmpty())
            .findFirst();
    Optional<String> published = cluster.isPresent() ? published(cluster.get()) : Optional.empty();
    List<Namespace> namespaces = namespaces(published);
    for (Examination examination : Kafka.examinations(config, settings, namespaces)) {
      report.add(examination);
    }
    for (ObjectStoreConfig store : settings.all(ObjectStoreConfig.class).values()) {
      objectStore(store, namespaces);
    }
    for (AgentConfig agent : settings.all(AgentConfig.class).values()) {
      if (!agent.root().isEmpty()) {
        report.add(ServersExamination.of("root", "root", URI.create(agent.root())));
      }
    }
  }

  /// Checks ZooKeeper. Returns the namespaces published there.
  private Optional<String> published(ClusterConfig config) throws InterruptedException {
    String servers = config.zookeeper();
    if (!report.add(new ServersExamination("zookeeper", "cluster.zookeeper", servers))) {
      return Optional.empty();
    }
    try (var client = new ClusterClient(config)) {
      var probe = new ClusterProbe(client);
      if (!report.add(new ZooKeeperExamination(client, probe))) {
        return Optional.empty();
      }
      report.add(new ClockExamination("ZooKeeper", probe::writtenAt, Duration.ofMillis(1), clock));
      return new NamespaceRegistry(client).read();
    }
  }

  /// Returns the namespaces of the file, or else the published ones, or else the built-in ones.
  private List<Namespace> namespaces(Optional<String> published) throws InterruptedException {
    NamespacesSource own =
        NamespacesSource.of(settings.value("namespaces", Path.class).orElse(Path.of("")));
    boolean fromCluster = own.file().isEmpty() && published.isPresent();
    String name = fromCluster ? "ZooKeeper" : own.name();
    var examination =
        new NamespacesExamination(
            name, fromCluster ? () -> NamespacesText.of(published.orElseThrow(), name) : own::read);
    return report.add(examination) ? examination.namespaces().all() : List.of();
  }

  private void objectStore(ObjectStoreConfig config, List<Namespace> namespaces)
      throws InterruptedException {
    try (var store = new S3ObjectStore(config, new SimpleMeterRegistry())) {
      for (String s3Bucket : namespaces.stream().map(Namespace::s3Bucket).distinct().toList()) {
        report.add(new S3BucketExamination(store, s3Bucket));
      }
    }
    String url =
        config.endpoint().isEmpty()
            ? "https://s3." + config.region() + ".amazonaws.com"
            : config.endpoint();
    report.add(
        new ClockExamination("S3", new HttpDate(URI.create(url)), Duration.ofSeconds(1), clock));
  }
}
