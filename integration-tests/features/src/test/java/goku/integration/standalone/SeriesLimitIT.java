package goku.integration.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.RejectedTopic;
import goku.integration.fixture.StockProducer;
import goku.integration.fixture.TelnetClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of a metric that is flooded with new series beside another metric: over the limit, new
/// series are refused by name, and every acknowledged datapoint is returned, also after a restart.
class SeriesLimitIT {
  private static final int LIMIT = 1000;

  /// The series that may be admitted beyond the limit while a busy machine's filter is old.
  private static final long SLACK = LIMIT / 20;

  private static final int PER_BODY = 40;

  private static final String NAMESPACES =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 2h
          memory-ttl: 24h
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 1
          shards-per-group: 1
          series-limits: [{prefix: few., max-series: 10}]
      """;

  private final long start = Instant.now().getEpochSecond() - 600;

  /// The acknowledged datapoints: value by millisecond, by series, by metric.
  private final Map<String, Map<String, Map<Long, Double>>> acknowledged = new HashMap<>();

  private int seconds;

  @TempDir Path directory;

  @Test
  void aFloodedMetricLosesOnlyNewSeriesAndOthersLoseNothing() throws Exception {
    Path file = Files.writeString(directory.resolve("namespaces.yaml"), NAMESPACES);
    int port = GokuProcess.freePort();
    int kafkaPort = GokuProcess.freePort();
    String[] flags = {"--no-agent", "--namespaces=" + file, "--max-series-per-metric=" + LIMIT};
    Path data = directory.resolve("data");
    try (var goku = GokuProcess.start(data, port, kafkaPort, flags)) {
      assertThat(flood(goku.http(), 0, LIMIT * 92 / 100)).isZero();
      awaitFilter(goku.http());
      long refused = flood(goku.http(), LIMIT * 92 / 100, LIMIT * 2);
      assertThat(refused).isBetween(LIMIT - SLACK, (long) LIMIT);
      assertThat(rejected(goku.http(), "http")).isEqualTo((double) refused);
      String named = named(LIMIT * 2 - refused);
      requireNamed(goku.http(), named);
      requireNamed(goku, named);
      requireRejectedThroughKafka(goku);
      requirePrefixLimited(goku.http());
      requireAllAcknowledged(goku.http());
      goku.terminate();
      assertThat(goku.output())
          .contains("new series refused began shard=ns1/0 limited=metric 'wild'");
    }
    try (var goku = GokuProcess.start(data, port, kafkaPort, flags)) {
      awaitFilter(goku.http());
      assertThat(flood(goku.http(), 0, LIMIT)).isZero();
      assertThat(flood(goku.http(), LIMIT * 2, LIMIT * 2 + 100)).isBetween(100 - SLACK, 100L);
      requireAllAcknowledged(goku.http());
      assertThat(goku.http().metric("goku_short_series_beyond_limit")).isZero();
    }
  }

  /// Writes the series of the flooded metric, and as many datapoints of another one. Returns the
  /// number of refused datapoints.
  private long flood(GokuHttp http, int from, int to) {
    long refused = 0;
    for (int first = from; first < to; first += PER_BODY) {
      seconds++;
      Map<String, Double> wild = new TreeMap<>();
      IntStream.range(first, Math.min(to, first + PER_BODY))
          .forEach(id -> wild.put("id=" + id, id + seconds / 1000.0));
      var answer = http.post("/api/put?details", body(wild).getBytes(UTF_8));
      JsonNode result = GokuHttp.parse(answer.body());
      List<String> failed = new ArrayList<>();
      result
          .path("errors")
          .forEach(error -> failed.add("id=" + error.at("/datapoint/tags/id").asText()));
      assertThat(answer.statusCode()).isEqualTo(failed.isEmpty() ? 200 : 429);
      assertThat(result.path("failed").asInt()).isEqualTo(failed.size());
      wild.keySet().removeAll(failed);
      wild.forEach((tags, value) -> acknowledge("wild", tags, value));
      acknowledge("calm", "host=a", seconds);
      refused += failed.size();
    }
    return refused;
  }

  private String body(Map<String, Double> wild) {
    var body = new StringBuilder("[" + json("calm", "host", "a", seconds));
    wild.forEach(
        (tags, value) -> body.append(',').append(json("wild", "id", tags.substring(3), value)));
    return body.append(']').toString();
  }

  private String json(String metric, String key, String tag, double value) {
    return "{\"metric\":\"%s\",\"timestamp\":%d,\"value\":%s,\"tags\":{\"%s\":\"%s\"}}"
        .formatted(metric, start + seconds, value, key, tag);
  }

  private void acknowledge(String metric, String tags, double value) {
    acknowledged
        .computeIfAbsent(metric, _ -> new HashMap<>())
        .computeIfAbsent(tags, _ -> new TreeMap<>())
        .put((start + seconds) * 1000, value);
  }

  private static void awaitFilter(GokuHttp http) {
    await().until(() -> http.metric("goku_ingest_series_filters_bytes") > 0);
  }

  private static double rejected(GokuHttp http, String source) {
    return http.metric(
        "goku_ingest_rejected_total", "reason=\"series_limit\"", "source=\"" + source + "\"");
  }

  private void requireNamed(GokuHttp http, String named) {
    var answer = http.put("[" + json("wild", "id", "more", 1) + "]");
    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.body()).contains(named);
  }

  private static String named(long series) {
    return ("metric 'wild' has %d series and may have %d (short.max-series-per-metric), so new"
            + " ones are refused; its tag key with the most values is 'id'")
        .formatted(series, LIMIT);
  }

  private void requireNamed(GokuProcess goku, String named) {
    seconds++;
    try (var telnet = new TelnetClient(goku.port())) {
      telnet.send(line("wild", "id=0", 5).getBytes(UTF_8));
      telnet.send(line("wild", "id=more", 5).getBytes(UTF_8));
      assertThat(telnet.line()).isEqualTo("put: illegal argument: " + named);
    }
    acknowledge("wild", "id=0", 5);
  }

  private void requireRejectedThroughKafka(GokuProcess goku) {
    seconds++;
    List<String> lines = new ArrayList<>();
    for (int id = 0; id < 50; id++) {
      lines.add(line("wild", "id=k" + id, id));
      lines.add(line("wild", "id=" + id, id));
      lines.add(line("calm", "host=k" + id, id));
      acknowledge("wild", "id=" + id, id);
      acknowledge("calm", "host=k" + id, id);
    }
    StockProducer.send(goku.bootstrapServers(), "metrics", lines.stream(), 7);
    assertThat(RejectedTopic.reasons(goku.bootstrapServers(), 50))
        .hasSize(50)
        .containsOnly("series_limit");
    assertThat(rejected(goku.http(), "kafka")).isEqualTo(50);
  }

  private String line(String metric, String tags, double value) {
    return "put %s %d %s %s".formatted(metric, start + seconds, value, tags);
  }

  /// The limit of the prefix is that of the namespaces file.
  private void requirePrefixLimited(GokuHttp http) {
    seconds++;
    for (int id = 0; id < 9; id++) {
      assertThat(http.put("[" + json("few.a", "id", "x" + id, id) + "]").statusCode())
          .isEqualTo(204);
      acknowledge("few.a", "id=x" + id, id);
    }
    await().until(() -> http.metric("goku_ingest_series_near", "namespace=\"ns1\"") >= 2);
    await()
        .untilAsserted(
            () -> {
              var answer = http.put("[" + json("few.b", "id", "y" + acknowledgedFew(), 1) + "]");
              if (answer.statusCode() == 204) {
                acknowledge("few.b", "id=y" + acknowledgedFew(), 1);
              }
              assertThat(answer.statusCode()).isEqualTo(429);
              assertThat(answer.body()).contains("prefix 'few.' in namespace ns1 has 1");
            });
  }

  private int acknowledgedFew() {
    return acknowledged.getOrDefault("few.b", Map.of()).size();
  }

  private void requireAllAcknowledged(GokuHttp http) {
    acknowledged.forEach(
        (metric, series) ->
            await()
                .untilAsserted(
                    () -> assertThat(http.series(metric, start * 1000)).isEqualTo(series)));
  }
}
