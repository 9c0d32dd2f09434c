package goku.standalone;

import goku.cluster.ClusterClient;
import goku.cluster.FilePublisher;
import goku.cluster.NamespaceRegistry;
import goku.cluster.block.BlocklistFollower;
import goku.cluster.rename.RenameFollower;
import goku.compactor.CompactorService;
import goku.embedded.DataDirectory;
import goku.embedded.FreeSpace;
import goku.embedded.Ports;
import goku.http.HttpConfig;
import goku.http.Routes;
import goku.http.server.HttpServer;
import goku.ingest.IngestService;
import goku.kafka.KafkaWatch;
import goku.kafka.input.InputLagWatch;
import goku.longterm.LongService;
import goku.model.FormatLevel;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.SharedSettings;
import goku.namespace.FollowedNamespaces;
import goku.namespace.NamespacesText;
import goku.objectstore.ObjectStore;
import goku.objectstore.S3ObjectStore;
import goku.query.shard.ShardData;
import goku.root.RootService;
import goku.root.StoreReplicas;
import goku.root.blocking.BlockRoutes;
import goku.root.page.PageRoutes;
import goku.rpc.KeptFrom;
import goku.rpc.LocalStorageNode;
import goku.rpc.Replicas;
import goku.rpc.ShardHealth;
import goku.service.Parts;
import goku.service.Service;
import goku.service.clock.ClockKeeper;
import goku.shortterm.ShortService;
import goku.standalone.agent.HostAgent;
import goku.standalone.agent.lag.RoutesRoot;
import goku.standalone.formats.DirectoryFormats;
import goku.standalone.process.AdminRoutes;
import goku.standalone.process.ClusterRenames;
import goku.standalone.process.NamespacesJson;
import goku.standalone.process.NamespacesSource;
import goku.telemetry.Check;
import goku.telemetry.FreeDisk;
import goku.telemetry.Telemetry;
import goku.time.TrustedClock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A process with all services of a deployment and the infrastructure they need. The services are
/// the same that a cluster runs in separate processes, over the same Kafka topics, ZooKeeper nodes
/// and S3 buckets. Only the calls from the root to the storage stay within the process.
///
/// One thread calls `start` and `close`.
final class StandaloneService implements AutoCloseable {
  private final StandaloneConfig config;
  private final DataDirectory data;
  private final NamespacesSource namespacesSource;
  private final StartupProgress progress;
  private final InstantSource clock;

  /// The clock by which destructive acts are judged.
  private final InstantSource earliest;

  private final Optional<ClockKeeper> keeper;

  private final Parts parts = new Parts();
  private final Routes routes = new Routes();
  private @Nullable HttpServer server;

  /// Creates a service with a clock that is not checked.
  StandaloneService(
      StandaloneConfig config, DataDirectory data, StartupProgress progress, InstantSource clock) {
    this(config, data, progress, clock, Optional.empty());
  }

  /// @param keeper closed by the caller
  StandaloneService(
      StandaloneConfig config, DataDirectory data, StartupProgress progress, ClockKeeper keeper) {
    this(config, data, progress, keeper.clock(), Optional.of(keeper));
  }

  private StandaloneService(
      StandaloneConfig config,
      DataDirectory data,
      StartupProgress progress,
      InstantSource clock,
      Optional<ClockKeeper> keeper) {
    this.config = config;
    this.data = data;
    this.namespacesSource = NamespacesSource.of(config.namespaces());
    this.progress = progress;
    this.clock = clock;
    this.earliest = TrustedClock.earliestOf(clock);
    this.keeper = keeper;
  }

  /// Returns when every part was told to start. `notReady` lists the parts that are still starting.
  void start() {
    NamespacesText first = namespacesSource.read();
    int admin = config.admin().port();
    Ports.requireDifferent("port", config.port(), "kafka-port", config.kafkaPort());
    Ports.requireDifferent("port", config.port(), "admin.port", admin);
    Ports.requireDifferent("kafka-port", config.kafkaPort(), "admin.port", admin);
    Ports.requireFree(config.bind(), config.port(), "port");
    Ports.requireFree(config.admin().bind(), admin, "admin.port");
    Ports.requireFree(config.bind(), config.kafkaPort(), "kafka-port");
    // before Kafka, ZooKeeper and S3 start on files that may be newer than this build
    var formats = parts.opened(DirectoryFormats.open(data, FormatLevel.NEWEST, clock));
    var space = parts.opened(new FreeSpace(data.root(), config.minFreeDisk()));
    space.start();
    var infrastructure =
        parts.opened(
            new Infrastructure(
                data,
                config.bind(),
                config.kafkaPort(),
                earliest,
                topic -> topic.equals(ServiceSettings.INPUT_TOPIC) && space.refusal().isPresent()));
    infrastructure.start(progress);

    PrometheusMeterRegistry registry = parts.opened(new Telemetry()).registry();
    FreeDisk.add(registry, "standalone", data.root());
    addGauge(space, registry);
    formats.start(registry);
    keeper.ifPresent(kept -> kept.addGauges(registry));
    keeper.ifPresent(kept -> parts.checked(kept::check));
    var settings = new ServiceSettings(config, infrastructure, data);
    ClusterClient cluster = connected(settings);
    FollowedNamespaces followed = publish(first, cluster, registry);
    var blocks = parts.opened(new BlocklistFollower(cluster, registry));
    blocks.start();
    var renames =
        parts.opened(new RenameFollower(cluster, "standalone", followed.live(), registry));
    var shared = new SharedSettings(renames.namespaces(), blocks.blocklist(), formats);
    makeS3Buckets(followed.live().current(), settings, registry);
    ShortService shortTerm =
        started(
            "short",
            new ShortService(
                settings.shortTerm(), ServiceSettings.IDENTITY, shared, registry, earliest));
    var longTerm = new LongService(settings.longTerm(), shared, registry, earliest);
    started("long", longTerm);
    longTerm.takeAll();
    CompactorService compactor =
        started(
            "compactor", new CompactorService(settings.compactor(), shared, registry, earliest));
    var shortNode = node(shortTerm::shard);
    IngestService ingest =
        started(
            "ingest",
            new IngestService(
                settings.ingest(),
                shared,
                new KeptFrom(namespace -> health(shortTerm, namespace), clock, System::nanoTime),
                shortNode::countSeries,
                space::refusal,
                registry,
                clock));
    parts.started(KafkaWatch.of(settings.kafka(), registry));
    RootService root = startRoot(shared, settings, shortTerm, shortNode, longTerm, registry);
    addRoutes(ingest, root, compactor, registry);
    if (config.mode().reads() && config.mode().writes()) {
      root.addRenames(routes, new ClusterRenames(renames));
    }
    NamespacesJson.addTo(routes, followed::state);
    BlockRoutes.addTo(routes, blocks::change, clock);
    listen(ingest, registry);
    if (config.agent()) {
      var asked =
          config.mode().reads()
              ? Optional.of(new RoutesRoot(routes))
              : Optional.<RoutesRoot>empty();
      parts.opened(HostAgent.start(settings.agent(), asked, registry, clock));
      progress.done("agent");
    }
  }

  private static void addGauge(FreeSpace space, PrometheusMeterRegistry registry) {
    Gauge.builder("goku.disk.low", space, watch -> watch.refusal().isPresent() ? 1 : 0)
        .description("1 while writes are refused because the disk is nearly full")
        .register(registry);
  }

  private static Stream<ShardHealth> health(ShortService shortTerm, Namespace namespace) {
    return shortTerm.health().stream()
        .filter(health -> health.shard().namespace().equals(namespace.name()));
  }

  /// Returns why writes or queries do not work yet; empty if they do.
  List<Check> notReady() {
    return parts.checks().stream().filter(check -> !check.ok()).toList();
  }

  /// Returns the server once it was started. It may have chosen its ports.
  HttpServer server() {
    return Objects.requireNonNull(server, "the service is not started");
  }

  /// Returns all routes, of every port.
  Routes routes() {
    return routes;
  }

  private void makeS3Buckets(
      Namespaces namespaces, ServiceSettings settings, PrometheusMeterRegistry registry) {
    ObjectStore store = parts.opened(new S3ObjectStore(settings.objectStore(), registry));
    namespaces.all().stream().map(Namespace::s3Bucket).forEach(store::createS3BucketIfAbsent);
    parts.checked(store::check);
  }

  private ClusterClient connected(ServiceSettings settings) {
    ClusterClient cluster = parts.opened(new ClusterClient(settings.cluster()));
    cluster.start();
    parts.checked(cluster::check);
    return cluster;
  }

  /// Publishes the file, as a leading controller does, and follows published changes. A file that
  /// cannot follow the previous one fails the start, because an operator is there to read the
  /// cause.
  private FollowedNamespaces publish(
      NamespacesText first, ClusterClient cluster, PrometheusMeterRegistry registry) {
    var followed = FollowedNamespaces.provisional(first, namespacesSource.name(), registry, clock);
    parts
        .opened(
            new FilePublisher(
                cluster, namespacesSource.file(), NamespacesSource.builtIn(), followed, clock))
        .lead();
    parts.opened(new NamespaceRegistry(cluster).watch(yaml -> followed.offer(yaml, "ZooKeeper")));
    return followed;
  }

  private RootService startRoot(
      SharedSettings shared,
      ServiceSettings settings,
      ShortService shortTerm,
      LocalStorageNode shortNode,
      LongService longTerm,
      PrometheusMeterRegistry registry) {
    var lag = parts.started(InputLagWatch.of(settings.kafka(), settings.input(), registry, clock));
    var storage =
        new StoreReplicas(
            Replicas.of(shortNode, shortTerm::outside),
            Replicas.of(node(longTerm::shard), longTerm::outside),
            ServiceSettings.IDENTITY.zone(),
            lag::lagMillis);
    var root = new RootService(settings.root(), shared, storage, settings.kafka(), registry, clock);
    return parts.started(root);
  }

  /// Returns the shards of a service in this process.
  private LocalStorageNode node(Function<ShardId, Optional<ShardData>> shards) {
    return parts.opened(new LocalStorageNode(shards, Runtime.getRuntime().availableProcessors()));
  }

  private void listen(IngestService ingest, PrometheusMeterRegistry registry) {
    var options = config.http().strictIf(config.strict());
    var http = new HttpConfig(config.bind(), config.port(), options);
    var lines = config.mode().writes() ? ingest.lines() : ingest.linesWithoutPut();
    server = parts.opened(new HttpServer(http, config.admin(), routes, lines, registry));
    server.start();
    progress.done("root");
  }

  private void addRoutes(
      IngestService ingest,
      RootService root,
      CompactorService compactor,
      PrometheusMeterRegistry registry) {
    compactor.addRoutes(routes, ServiceSettings.IDENTITY.name());
    if (config.mode().writes()) {
      ingest.addRoutes(routes);
    }
    if (config.mode().reads()) {
      root.addQueryRoutes(routes);
      PageRoutes.addTo(routes);
    }
    root.addServerRoutes(routes, parts::checks);
    AdminRoutes.addTo(routes, registry, parts::checks);
  }

  @Override
  public void close() {
    parts.close();
  }

  private <S extends Service> S started(String name, S service) {
    parts.started(service);
    progress.done(name);
    return service;
  }
}
