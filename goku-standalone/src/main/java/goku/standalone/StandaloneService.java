package goku.standalone;

import goku.cluster.ClusterClient;
import goku.cluster.NamespaceRegistry;
import goku.compactor.CompactorService;
import goku.http.HttpConfig;
import goku.http.HttpServer;
import goku.http.Routes;
import goku.ingest.IngestService;
import goku.longterm.LongService;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.objectstore.ObjectStore;
import goku.query.ShardData;
import goku.root.RootService;
import goku.root.page.PageRoutes;
import goku.root.planning.ShardMaps;
import goku.rpc.LocalStorageNode;
import goku.rpc.ShardMap;
import goku.rpc.StorageNode;
import goku.shortterm.ShortService;
import goku.standalone.agent.HostAgent;
import goku.standalone.embedded.DataDirectory;
import goku.standalone.embedded.Ports;
import goku.telemetry.AdminRoutes;
import goku.telemetry.Check;
import goku.telemetry.Telemetry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All services of a deployment and the infrastructure they need, in one process. The services are
/// the same that a cluster runs one by one, over the same Kafka topics, ZooKeeper nodes and S3
/// buckets; only the calls from the root to the storage stay inside the process.
///
/// `start` and `close` belong to one thread.
final class StandaloneService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StandaloneService.class);

  private final StandaloneConfig config;
  private final DataDirectory data;
  private final NamespacesSource namespacesSource;
  private final StartupProgress progress;
  private final InstantSource clock;

  /// What has started, to be closed in reverse.
  private final Deque<AutoCloseable> started = new ArrayDeque<>();

  private final List<Supplier<Check>> checks = new CopyOnWriteArrayList<>();

  StandaloneService(
      StandaloneConfig config, DataDirectory data, StartupProgress progress, InstantSource clock) {
    this.config = config;
    this.data = data;
    this.namespacesSource = NamespacesSource.of(config.namespaces());
    this.progress = progress;
    this.clock = clock;
  }

  /// Returns when every part has been told to start; `notReady` says what is still on its way.
  void start() {
    Namespaces namespaces = namespacesSource.namespaces();
    Ports.requireFree(config.bind(), config.port(), "port");
    Ports.requireFree(config.bind(), config.kafkaPort(), "kafka-port");
    var infrastructure = opened(new Infrastructure(data, config.bind(), config.kafkaPort()));
    infrastructure.start(progress);

    PrometheusMeterRegistry registry = opened(new Telemetry()).registry();
    var settings = new ServiceSettings(config, infrastructure, data);
    makeBuckets(namespaces, settings, registry);
    ShortService shortTerm = startShort(namespaces, settings, registry);
    LongService longTerm = startLong(namespaces, settings, registry);
    CompactorService compactor = startCompactor(namespaces, settings, registry);
    publish(settings);
    IngestService ingest = startIngest(namespaces, settings, registry);
    RootService root = startRoot(namespaces, settings, shortTerm, longTerm, registry);
    listen(routes(ingest, root, compactor, registry), ingest, registry);
    if (config.agent()) {
      opened(HostAgent.start(settings.agent(), registry, clock));
      progress.done("agent");
    }
  }

  /// Why writes or queries do not work yet; empty when all do.
  List<Check> notReady() {
    return checks().stream().filter(check -> !check.ok()).toList();
  }

  private List<Check> checks() {
    return checks.stream().map(Supplier::get).toList();
  }

  private ShortService startShort(
      Namespaces namespaces, ServiceSettings settings, PrometheusMeterRegistry registry) {
    var service = new ShortService(settings.shortTerm(), namespaces, registry, clock);
    opened(service).start();
    checks.add(service::check);
    progress.done("short");
    return service;
  }

  private LongService startLong(
      Namespaces namespaces, ServiceSettings settings, PrometheusMeterRegistry registry) {
    var service = new LongService(settings.longTerm(), namespaces, registry, clock);
    opened(service).start();
    checks.add(service::check);
    progress.done("long");
    return service;
  }

  private CompactorService startCompactor(
      Namespaces namespaces, ServiceSettings settings, PrometheusMeterRegistry registry) {
    var service = new CompactorService(settings.compactor(), namespaces, registry, clock);
    opened(service).start();
    checks.add(service::check);
    progress.done("compactor");
    return service;
  }

  private IngestService startIngest(
      Namespaces namespaces, ServiceSettings settings, PrometheusMeterRegistry registry) {
    var service = new IngestService(settings.ingest(), namespaces, registry, clock);
    opened(service).start();
    checks.add(service::check);
    progress.done("ingest");
    return service;
  }

  private void makeBuckets(
      Namespaces namespaces, ServiceSettings settings, PrometheusMeterRegistry registry) {
    ObjectStore store = opened(new ObjectStore(settings.objectStore(), registry));
    namespaces.all().stream().map(Namespace::s3Bucket).forEach(store::createBucketIfAbsent);
    checks.add(store::check);
  }

  private void publish(ServiceSettings settings) {
    ClusterClient cluster = opened(new ClusterClient(settings.cluster()));
    cluster.start();
    new NamespaceRegistry(cluster).publish(namespacesSource.yaml());
    checks.add(cluster::check);
  }

  private RootService startRoot(
      Namespaces namespaces,
      ServiceSettings settings,
      ShortService shortTerm,
      LongService longTerm,
      PrometheusMeterRegistry registry) {
    var shardMaps = new ShardMaps(shardsOf(shortTerm::shard), shardsOf(longTerm::shard));
    var root =
        new RootService(settings.root(), namespaces, shardMaps, settings.kafka(), registry, clock);
    opened(root).start();
    checks.add(root::check);
    return root;
  }

  /// The shards of a service in this process.
  private ShardMap shardsOf(Function<ShardId, Optional<ShardData>> shards) {
    var node = opened(new LocalStorageNode(shards, Runtime.getRuntime().availableProcessors()));
    Optional<StorageNode> here = Optional.of(node);
    return shard -> shards.apply(shard).isPresent() ? here : Optional.empty();
  }

  private void listen(Routes routes, IngestService ingest, PrometheusMeterRegistry registry) {
    var http = new HttpConfig(config.bind(), config.port(), config.http());
    var lines = config.mode().writes() ? ingest.lines() : ingest.linesWithoutPut();
    opened(new HttpServer(http, routes, lines, registry)).start();
    progress.done("root");
  }

  private Routes routes(
      IngestService ingest,
      RootService root,
      CompactorService compactor,
      PrometheusMeterRegistry registry) {
    var routes = new Routes();
    compactor.addRoutes(routes);
    if (config.mode().writes()) {
      ingest.addRoutes(routes);
    }
    if (config.mode().reads()) {
      root.addQueryRoutes(routes);
      PageRoutes.addTo(routes);
    }
    root.addServerRoutes(routes, this::checks);
    AdminRoutes.addTo(routes, registry, this::checks);
    return routes;
  }

  /// Stops in the reverse of the order of the start: first nobody can write or ask, then what is in
  /// hand is sent on and committed, then the infrastructure goes.
  @Override
  public void close() {
    while (!started.isEmpty()) {
      AutoCloseable part = started.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} did not stop in order", part.getClass().getSimpleName(), e);
      }
    }
  }

  private <T extends AutoCloseable> T opened(T part) {
    started.push(part);
    return part;
  }
}
