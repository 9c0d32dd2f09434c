package goku.standalone.lag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.config.ConfigLoader;
import goku.embedded.EmbeddedKafka;
import goku.embedded.EmbeddedS3;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.Routes;
import goku.ingest.IngestConfig;
import goku.ingest.IngestService;
import goku.ingest.limit.SeriesSource;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.NodeIdentity;
import goku.model.ShardId;
import goku.model.SharedSettings;
import goku.objectstore.S3ObjectStore;
import goku.root.RootConfig;
import goku.root.RootService;
import goku.root.StoreReplicas;
import goku.rpc.LocalStorageNode;
import goku.rpc.Replica;
import goku.rpc.Replicas;
import goku.rpc.StorageNode;
import goku.service.Parts;
import goku.shortterm.ShortConfig;
import goku.shortterm.ShortService;
import goku.testkit.namespace.NamespaceBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two replicas of a shard in two zones, each reading the log by itself, and a root in zone b. The
/// consumer of a replica is held: its node lives and answers, and has no idea of what comes.
class LaggingReplicaTest {
  /// The limit of the root, longer than a stall of the machine: a stalled replica lags too.
  private static final long MAX_LAG_MILLIS = 12_000;

  private static final Namespace NAMESPACE =
      NamespaceBuilder.namespace("ns1").memoryTtl(Duration.ofHours(26)).build();
  private static final ShardId SHARD = new ShardId("ns1", 0);

  @TempDir private Path directory;

  private final Parts parts = new Parts();
  private final Namespaces namespaces = new Namespaces(List.of(NAMESPACE));
  private final Map<String, ShortService> zones = new HashMap<>();
  private final Map<String, StorageNode> nodes = new HashMap<>();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Routes routes = new Routes();
  private final long start = System.currentTimeMillis() - 60_000;
  private int sent;

  @BeforeEach
  void startAll() throws IOException {
    Files.createDirectories(directory.resolve("s3"));
    var kafka = parts.opened(new EmbeddedKafka(directory.resolve("kafka"), "127.0.0.1", 0));
    var s3 = parts.opened(new EmbeddedS3(directory.resolve("s3")));
    kafka.start();
    s3.start();
    startNode("a", kafka, s3);
    startNode("b", kafka, s3);
    var ingest =
        parts.started(
            new IngestService(
                ConfigLoader.defaults(
                    IngestConfig.class, "--kafka.bootstrap-servers=" + kafka.bootstrapServers()),
                SharedSettings.fixed(namespaces),
                _ -> Long.MIN_VALUE,
                SeriesSource.NONE,
                Optional::empty,
                new SimpleMeterRegistry(),
                InstantSource.system()));
    ingest.addRoutes(routes);
    var replicas =
        new Replicas(this::replicas, replica -> Objects.requireNonNull(nodes.get(replica.node())));
    var root =
        parts.started(
            new RootService(
                ConfigLoader.defaults(
                    RootConfig.class,
                    "--routing.max-lag=" + MAX_LAG_MILLIS + "ms",
                    // no query is hedged, because a hedge is a call too
                    "--routing.hedge-min-delay=1h",
                    "--routing.hedge-max-delay=1h"),
                SharedSettings.fixed(namespaces),
                new StoreReplicas(replicas, null, "b"),
                null,
                meters,
                InstantSource.system()));
    root.addQueryRoutes(routes);
    await().until(() -> parts.checks().stream().allMatch(check -> check.ok()));
  }

  @AfterEach
  void stopAll() {
    HeldConsumer.release();
    parts.close();
  }

  @Test
  void aReplicaThatLagsIsNotAskedAndOfReplicasThatAllLagTheFreshest() throws Exception {
    put();
    await().until(() -> seen() == 1 && calls("own") > 0);

    HeldConsumer.hold("b");
    put();
    await().until(() -> lagMillis("b") > MAX_LAG_MILLIS && seen() == 2);
    double own = calls("own");
    for (int query = 0; query < 20; query++) {
      HttpResponse answer = query();
      assertThat(answer.headers()).doesNotContainKey("X-Goku-Partial");
      assertThat(points(answer)).isEqualTo(2);
    }
    assertThat(calls("own")).as("calls of the replica that lags").isEqualTo(own);

    HeldConsumer.hold("a");
    put();
    await().until(() -> lagMillis("a") > MAX_LAG_MILLIS);
    HttpResponse answer = query();
    assertThat(answer.headers().get("X-Goku-Partial")).startsWith("lag=");
    assertThat(points(answer)).as("what the fresher replica has").isEqualTo(2);

    HeldConsumer.release();
    await().until(() -> seen() == 3);
    await().untilAsserted(() -> assertThat(query().headers()).doesNotContainKey("X-Goku-Partial"));
  }

  private void startNode(String zone, EmbeddedKafka kafka, EmbeddedS3 s3) {
    ShortConfig config =
        ConfigLoader.defaults(
            ShortConfig.class,
            "--kafka.bootstrap-servers=" + kafka.bootstrapServers(),
            "--kafka.properties=main.consumer.interceptor.classes=" + HeldConsumer.class.getName(),
            "--memory-budget=16MiB",
            "--directory=" + directory.resolve(zone),
            "--s3.endpoint=" + s3.endpoint(),
            "--s3.access-key=" + s3.accessKey(),
            "--s3.secret-key=" + s3.secretKey());
    var registry = new SimpleMeterRegistry();
    try (var store = new S3ObjectStore(config.objectStore(), registry)) {
      store.createS3BucketIfAbsent(NAMESPACE.s3Bucket());
    }
    var identity = new NodeIdentity(zone, "node-" + zone);
    var service =
        new ShortService(
            config, identity, SharedSettings.fixed(namespaces), registry, InstantSource.system());
    zones.put(zone, parts.started(service));
    nodes.put(zone, parts.opened(new LocalStorageNode(service::shard, 1)));
  }

  /// Returns the replicas as the spectator would publish them.
  private List<Replica> replicas(ShardId shard) {
    return zones.entrySet().stream()
        .flatMap(
            zone ->
                zone.getValue().health().stream()
                    .filter(health -> health.shard().equals(shard))
                    .map(health -> new Replica(zone.getKey(), zone.getKey(), "", health)))
        .toList();
  }

  private long lagMillis(String zone) {
    return Objects.requireNonNull(zones.get(zone)).health().stream()
        .filter(health -> health.shard().equals(SHARD))
        .mapToLong(health -> health.lagMillis())
        .findAny()
        .orElseThrow();
  }

  private double calls(String zone) {
    return meters
        .get("goku.root.routing.calls")
        .tag("store", "short")
        .tag("zone", zone)
        .counter()
        .count();
  }

  /// One more datapoint is acknowledged.
  private void put() throws Exception {
    String line =
        "{\"metric\":\"m\",\"timestamp\":%d,\"value\":1,\"tags\":{\"host\":\"h\"}}"
            .formatted(start + 1000L * sent++);
    assertThat(answer("POST", "/api/put", Map.of(), line).status()).isEqualTo(204);
  }

  private HttpResponse query() throws Exception {
    var parameters =
        Map.of(
            "start", List.of(Long.toString(start)),
            "end", List.of(Long.toString(start + 60_000)),
            "ms", List.of("true"),
            "m", List.of("sum:m"));
    return answer("GET", "/api/query", parameters, "");
  }

  private int seen() throws Exception {
    try {
      return points(query());
    } catch (HttpError notKnownYet) {
      return 0;
    }
  }

  private static int points(HttpResponse answer) throws Exception {
    var bytes = new ByteArrayOutputStream();
    answer.body().writeTo(bytes);
    JsonNode groups = new JsonMapper().readTree(bytes.toByteArray());
    return groups.path(0).path("dps").size();
  }

  private HttpResponse answer(
      String method, String path, Map<String, List<String>> parameters, String body)
      throws Exception {
    var request =
        new HttpRequest(
            method, path, parameters, Map.of(), body.getBytes(StandardCharsets.UTF_8), "test");
    return routes.find(path).orElseThrow().handle(request);
  }
}
