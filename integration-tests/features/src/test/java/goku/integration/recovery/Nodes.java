package goku.integration.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterConfig;
import goku.cluster.ServiceRole;
import goku.cluster.controller.ControllerConfig;
import goku.cluster.controller.ControllerService;
import goku.cluster.helix.Participant;
import goku.cluster.helix.Placement;
import goku.cluster.map.ShardMapWatch;
import goku.compactor.CompactorConfig;
import goku.compactor.CompactorService;
import goku.compactor.Ownership;
import goku.config.ConfigLoader;
import goku.config.NamespacesFile;
import goku.embedded.EmbeddedZooKeeper;
import goku.http.HttpConfig;
import goku.http.Routes;
import goku.http.server.HttpServer;
import goku.ingest.IngestConfig;
import goku.ingest.IngestService;
import goku.ingest.limit.SeriesSource;
import goku.integration.fixture.GokuHttp;
import goku.kafka.KafkaConfig;
import goku.longterm.LongConfig;
import goku.longterm.LongService;
import goku.model.NodeIdentity;
import goku.model.ShardId;
import goku.model.SharedSettings;
import goku.model.Store;
import goku.query.shard.ShardData;
import goku.root.RootConfig;
import goku.root.RootService;
import goku.root.StoreReplicas;
import goku.rpc.LocalStorageNode;
import goku.rpc.NodeHealth;
import goku.rpc.Replicas;
import goku.rpc.grpc.NodeClients;
import goku.rpc.grpc.NodeServer;
import goku.rpc.grpc.RpcClientConfig;
import goku.rpc.grpc.RpcConfig;
import goku.service.Parts;
import goku.service.ShardHolder;
import goku.shortterm.ShortConfig;
import goku.shortterm.ShortService;
import goku.telemetry.Check;
import goku.testkit.DirectoryTree;
import goku.testkit.HangLimits;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// All of a cluster but Kafka and S3, in this process: ZooKeeper, a controller, GokuS and GokuL in
/// two zones, a compactor, an ingestor and a root. Owned by one thread.
final class Nodes implements AutoCloseable {
  private static final List<String> ZONES = List.of("a", "b");

  private final Parts parts = new Parts();
  private Parts gokuS = new Parts();
  private final Outside outside;
  private final Path directory;
  private final InstantSource clock;
  private final EmbeddedZooKeeper zooKeeper;
  private final SharedSettings shared;
  private final Routes routes = new Routes();
  private final HttpServer http;

  /// Returns before the nodes have their shards.
  ///
  /// @param directory of all that the nodes have; its name is part of theirs
  /// @param clock of all that goes by the time of datapoints
  Nodes(Path directory, Path namespaces, Outside outside, InstantSource clock) throws IOException {
    this.outside = outside;
    this.directory = directory;
    this.clock = clock;
    shared =
        SharedSettings.fixed(
            NamespacesFile.parse(Files.readString(namespaces), namespaces.toString()));
    zooKeeper =
        parts.opened(
            new EmbeddedZooKeeper(Files.createDirectories(directory.resolve("zookeeper"))));
    zooKeeper.start();
    NodeClients clients = parts.opened(new NodeClients(settings(RpcClientConfig.class)));
    parts.started(
        new ControllerService(
            settings(
                ControllerConfig.class,
                "--cluster.zookeeper=" + zooKeeper.connectString(),
                "--cluster.node-name=controller"),
            Optional.of(namespaces),
            "",
            clients::node,
            new SimpleMeterRegistry(),
            InstantSource.system()));
    startCompactor();
    ZONES.forEach(this::startLong);
    var ingest =
        parts.started(
            new IngestService(
                ingest(),
                shared,
                _ -> Long.MIN_VALUE,
                SeriesSource.NONE,
                Optional::empty,
                registry(),
                clock));
    ingest.addRoutes(routes);
    startRoot(clients);
    http =
        parts.opened(
            new HttpServer(
                HttpConfig.standard("127.0.0.1", 0), routes, ingest.lines(), registry()));
    http.start();
    ZONES.forEach(this::startShort);
  }

  GokuHttp http() {
    return new GokuHttp("http://127.0.0.1:" + http.port());
  }

  /// Returns when all are there and have what they should have.
  void awaitReady() {
    await().atMost(HangLimits.PROCESS).untilAsserted(this::requireReady);
  }

  private void requireReady() {
    assertThat(Stream.concat(parts.checks().stream(), gokuS.checks().stream()))
        .filteredOn(check -> !check.ok())
        .extracting(Check::reason)
        .isEmpty();
  }

  /// The nodes of GokuS end, in order; all else goes on.
  void stopGokuS() {
    gokuS.close();
  }

  /// Starts the nodes of GokuS again. Returns before they have their shards.
  void startGokuS() {
    gokuS = new Parts();
    ZONES.forEach(this::startShort);
  }

  /// Ends the nodes of GokuS, and starts them without their disks. Returns before they have their
  /// shards.
  void loseGokuS() {
    stopGokuS();
    ZONES.forEach(zone -> new DirectoryTree(directory.resolve("short-" + zone)).remove());
    startGokuS();
  }

  private void startShort(String zone) {
    ShortConfig config =
        storage(
            ShortConfig.class,
            "short-" + zone,
            "--kafka.bootstrap-servers=" + outside.brokers(),
            "--memory-budget=64MiB",
            // those before have not left their groups
            "--session-timeout=10s");
    String name = name("short-" + zone);
    var service =
        gokuS.started(
            new ShortService(config, new NodeIdentity(zone, name), shared, registry(), clock));
    var cluster = client(gokuS, zone, name);
    serve(gokuS, cluster, ServiceRole.SHORT, service::shard, service::health, Map.of());
  }

  private void startLong(String zone) {
    String name = name("long-" + zone);
    var service =
        parts.started(
            new LongService(
                storage(
                    LongConfig.class,
                    "long-" + zone,
                    "--poll-interval=200ms",
                    "--block-cache=32MiB"),
                shared,
                registry(),
                clock));
    var cluster = client(parts, zone, name);
    serve(
        parts,
        cluster,
        ServiceRole.LONG,
        service::shard,
        service::health,
        Map.of(Placement.LONG, service));
  }

  private void startCompactor() {
    var service =
        parts.started(
            new CompactorService(
                storage(CompactorConfig.class, "compactor", "--interval=200ms"),
                shared,
                registry(),
                clock,
                Ownership.none()));
    join(
        parts,
        client(parts, "a", name("compactor")),
        ServiceRole.COMPACTOR,
        "compactor:0",
        Map.of(
            Placement.SHUFFLE, service.shuffling(),
            Placement.COMPACT, service.compacting()));
  }

  private IngestConfig ingest() {
    return settings(IngestConfig.class, "--kafka.bootstrap-servers=" + outside.brokers());
  }

  private void startRoot(NodeClients clients) {
    var map =
        parts.opened(
            new ShardMapWatch(client(parts, "a", "root"), registry(), InstantSource.system()));
    Function<Store, Replicas> replicas =
        store -> new Replicas(map.replicas(store), replica -> clients.node(replica.address()));
    var root =
        parts.started(
            new RootService(
                settings(RootConfig.class, "--allow-delete"),
                shared,
                new StoreReplicas(
                    replicas.apply(Store.SHORT_TERM), replicas.apply(Store.LONG_TERM), "a"),
                settings(KafkaConfig.class, "--bootstrap-servers=" + outside.brokers()),
                registry(),
                clock));
    root.addQueryRoutes(routes);
  }

  private ClusterClient client(Parts of, String zone, String name) {
    var client =
        of.opened(new ClusterClient(new ClusterConfig(zooKeeper.connectString(), zone, name)));
    client.start();
    return client;
  }

  private static void serve(
      Parts of,
      ClusterClient cluster,
      ServiceRole role,
      Function<ShardId, Optional<ShardData>> shards,
      NodeHealth health,
      Map<Placement, ShardHolder> holders) {
    var node = of.opened(new LocalStorageNode(shards, 2));
    var rpc = settings(RpcConfig.class, "--bind=127.0.0.1", "--port=0", "--advertise=127.0.0.1");
    var server = of.opened(new NodeServer(node, health, rpc, registry()));
    server.start();
    join(of, cluster, role, server.address(), holders);
  }

  private static void join(
      Parts of,
      ClusterClient cluster,
      ServiceRole role,
      String address,
      Map<Placement, ShardHolder> holders) {
    var participant = of.opened(new Participant(cluster, role, address, holders, registry()));
    participant.start();
    of.checkedOnce(participant::check);
  }

  private String name(String service) {
    return service + "-" + directory.getFileName();
  }

  private <C extends Record> C storage(Class<C> type, String place, String... more) {
    List<String> flags = new ArrayList<>(outside.s3Flags());
    flags.add("--directory=" + directory.resolve(place));
    flags.addAll(List.of(more));
    return settings(type, flags.toArray(String[]::new));
  }

  private static <C extends Record> C settings(Class<C> type, String... flags) {
    return ConfigLoader.defaults(type, flags);
  }

  private static SimpleMeterRegistry registry() {
    return new SimpleMeterRegistry();
  }

  @Override
  public void close() {
    gokuS.close();
    parts.close();
  }
}
