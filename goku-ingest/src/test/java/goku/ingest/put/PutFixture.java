package goku.ingest.put;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.HttpRequest;
import goku.http.access.Caller;
import goku.http.access.Grant;
import goku.http.access.Quotas;
import goku.ingest.Points;
import goku.ingest.TestNamespaces;
import goku.ingest.limit.FakeShards;
import goku.ingest.parse.SeriesNameRules;
import goku.ingest.routing.BatchLimits;
import goku.ingest.routing.Router;
import goku.model.Blocklist;
import goku.model.Disk;
import goku.model.FormatLevel;
import goku.model.Live;
import goku.model.Namespaces;
import goku.model.Rollup;
import goku.testkit.namespace.NamespaceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// A fixture for put requests, with a Kafka that answers at once, later or never.
final class PutFixture {
  static final Duration TIMEOUT = Duration.ofMillis(50);
  private static final Router ROUTER = new Router(TestNamespaces.one());

  private PutFixture() {}

  static PutSettings settings(SeriesNameRules rules) {
    return settings(rules, new Live<>(Blocklist.NONE));
  }

  static PutSettings settings(SeriesNameRules rules, Live<Blocklist> blocklist) {
    return settings(rules, blocklist, RefusedPuts.ERROR);
  }

  static PutSettings settings(
      SeriesNameRules rules, Live<Blocklist> blocklist, RefusedPuts refused) {
    return settings(rules, blocklist, refused, ROUTER);
  }

  /// Returns settings with a limit of one series per metric, which `name` uses up.
  static PutSettings settingsWithFull(String name, RefusedPuts refused) {
    var full = FakeShards.full(name);
    return settings(
        Points.RULES,
        new Live<>(Blocklist.NONE),
        refused,
        new Router(FakeShards.ONE_SHARD, full::gate));
  }

  /// Returns settings of a namespace with rollups of 15 minutes and of an hour.
  static PutSettings settingsWithRollups(RefusedPuts refused, FormatLevel formats) {
    var rollups =
        List.of(
            new Rollup(Duration.ofMinutes(15), Duration.ofDays(80)),
            new Rollup(Duration.ofHours(1), Duration.ofDays(384)));
    var namespace =
        NamespaceBuilder.namespace("ns1")
            .disk(Optional.of(new Disk(Duration.ofDays(24), rollups)))
            .build();
    return settings(
        Points.RULES,
        new Live<>(Blocklist.NONE),
        refused,
        new Router(new Namespaces(List.of(namespace))),
        formats);
  }

  private static PutSettings settings(
      SeriesNameRules rules, Live<Blocklist> blocklist, RefusedPuts refused, Router router) {
    return settings(rules, blocklist, refused, router, FormatLevel.newest());
  }

  private static PutSettings settings(
      SeriesNameRules rules,
      Live<Blocklist> blocklist,
      RefusedPuts refused,
      Router router,
      FormatLevel formats) {
    return new PutSettings(
        rules,
        1000,
        () -> router,
        new BatchLimits(100, 10_000),
        Duration.ofMillis(5),
        InstantSource.fixed(Instant.ofEpochSecond(1_700_000_000)),
        Duration.ofMinutes(10),
        blocklist,
        TIMEOUT,
        quotas(),
        refused,
        "rejected",
        formats,
        42);
  }

  /// Returns quotas whose clock stands still.
  static Quotas quotas() {
    return new Quotas(Grant::datapointsPerSecond, () -> 0);
  }

  static MockProducer<byte[], byte[]> kafka(boolean acknowledges) {
    var bytes = new ByteArraySerializer();
    return new MockProducer<>(acknowledges, null, bytes, bytes);
  }

  /// Returns the datapoints that were sent.
  static List<String> stored(MockProducer<byte[], byte[]> kafka) {
    return kafka.history().stream()
        .flatMap(message -> Points.of(message.value()).stream())
        .sorted()
        .toList();
  }

  static HttpRequest post(String body, String... parameters) {
    Map<String, List<String>> all = new TreeMap<>();
    for (String parameter : parameters) {
      all.put(parameter, List.of(""));
    }
    return new HttpRequest("POST", "/api/put", all, Map.of(), body.getBytes(UTF_8), "test");
  }

  /// Returns the same request of a caller.
  static HttpRequest by(Caller caller, HttpRequest plain) {
    return new HttpRequest(
        plain.method(),
        plain.path(),
        plain.parameters(),
        plain.headers(),
        plain.body(),
        "test",
        caller);
  }

  static String point(String metric, String value) {
    return "{\"metric\":\"%s\",\"timestamp\":1700000000,\"value\":%s,\"tags\":{\"a\":\"b\"}}"
        .formatted(metric, value);
  }
}
