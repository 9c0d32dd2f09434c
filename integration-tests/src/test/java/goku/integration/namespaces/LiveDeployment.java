package goku.integration.namespaces;

import static org.awaitility.Awaitility.await;

import goku.compactor.CompactorConfig;
import goku.compactor.CompactorService;
import goku.config.ConfigLoader;
import goku.http.HttpConfig;
import goku.http.HttpServer;
import goku.http.Routes;
import goku.ingest.IngestConfig;
import goku.ingest.IngestService;
import goku.longterm.LongConfig;
import goku.longterm.LongService;
import goku.model.Blocklist;
import goku.model.Live;
import goku.model.Namespaces;
import goku.model.NodeIdentity;
import goku.model.ShardId;
import goku.model.SharedSettings;
import goku.query.ShardData;
import goku.root.RootConfig;
import goku.root.RootService;
import goku.root.Storage;
import goku.rpc.LocalStorageNode;
import goku.rpc.Replicas;
import goku.service.Parts;
import goku.shortterm.ShortConfig;
import goku.shortterm.ShortService;
import goku.standalone.embedded.EmbeddedKafka;
import goku.standalone.embedded.EmbeddedS3;
import goku.telemetry.Check;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// All services in this process, over Kafka and S3 of their own, with namespaces that the test
/// replaces.
final class LiveDeployment implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final InstantSource CLOCK = InstantSource.system();

  private final Parts parts = new Parts();
  private final Live<Namespaces> namespaces;
  private final SharedSettings shared;
  private final EmbeddedKafka kafka;
  private final EmbeddedS3 s3;
  private final ShortService shortTerm;
  private final HttpServer http;

  LiveDeployment(Path directory, Namespaces first) throws IOException {
    namespaces = new Live<>(first);
    shared = new SharedSettings(namespaces, new Live<>(Blocklist.NONE));
    Files.createDirectories(directory.resolve("s3"));
    kafka = parts.opened(new EmbeddedKafka(directory.resolve("kafka"), "127.0.0.1", 0));
    s3 = parts.opened(new EmbeddedS3(directory.resolve("s3")));
    kafka.start();
    s3.start();
    shortTerm = parts.started(shortTerm(directory));
    LongService longTerm =
        parts.started(
            new LongService(
                config(LongConfig.class, directory.resolve("long"), "--block-cache=32MiB"),
                shared,
                new SimpleMeterRegistry(),
                CLOCK));
    longTerm.takeAll();
    parts.started(
        new CompactorService(
            config(CompactorConfig.class, directory.resolve("compactor")),
            shared,
            new SimpleMeterRegistry(),
            CLOCK));
    var routes = new Routes();
    IngestService ingest = parts.started(ingest());
    ingest.addRoutes(routes);
    var root =
        parts.started(
            new RootService(
                ConfigLoader.defaults(RootConfig.class),
                shared,
                new Storage(replicas(shortTerm::shard), replicas(longTerm::shard), "here"),
                null,
                new SimpleMeterRegistry(),
                CLOCK));
    root.addQueryRoutes(routes);
    http =
        parts.opened(
            new HttpServer(
                HttpConfig.standard("127.0.0.1", 0),
                routes,
                ingest.lines(),
                new SimpleMeterRegistry()));
    http.start();
    await().atMost(PATIENCE).until(() -> parts.checks().stream().allMatch(Check::ok));
  }

  String url() {
    return "http://127.0.0.1:" + http.port();
  }

  String brokers() {
    return kafka.bootstrapServers();
  }

  Namespaces namespaces() {
    return namespaces.current();
  }

  void change(Namespaces next) {
    namespaces.replace(next);
  }

  /// What GokuS has of a shard, if it is open.
  Optional<ShardData> inMemory(ShardId shard) {
    return shortTerm.shard(shard);
  }

  /// What is not as it should be; empty when all is.
  List<Check> complaints() {
    return parts.checks().stream().filter(check -> !check.ok()).toList();
  }

  private ShortService shortTerm(Path directory) {
    ShortConfig config =
        config(
            ShortConfig.class,
            directory.resolve("short"),
            "--kafka.bootstrap-servers=" + kafka.bootstrapServers(),
            "--memory-budget=64MiB");
    return new ShortService(
        config, new NodeIdentity("here", "node"), shared, new SimpleMeterRegistry(), CLOCK);
  }

  private IngestService ingest() {
    return new IngestService(
        ConfigLoader.defaults(
            IngestConfig.class, "--kafka.bootstrap-servers=" + kafka.bootstrapServers()),
        shared,
        new SimpleMeterRegistry(),
        CLOCK);
  }

  private <C extends Record> C config(Class<C> type, Path directory, String... more) {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "--directory=" + directory,
                "--s3.endpoint=" + s3.endpoint(),
                "--s3.access-key=" + s3.accessKey(),
                "--s3.secret-key=" + s3.secretKey()));
    flags.addAll(List.of(more));
    return ConfigLoader.defaults(type, flags.toArray(String[]::new));
  }

  private Replicas replicas(Function<ShardId, Optional<ShardData>> shards) {
    var node = parts.opened(new LocalStorageNode(shards, 2));
    return Replicas.of(node, shard -> shards.apply(shard).isPresent());
  }

  @Override
  public void close() {
    parts.close();
  }
}
