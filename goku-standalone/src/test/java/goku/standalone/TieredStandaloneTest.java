package goku.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.config.ConfigLoader;
import goku.embedded.DataDirectory;
import goku.testkit.TestPorts;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BinaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of a standalone process over a day and a half: datapoints move from memory through all
/// services to GokuL, and answers do not depend on where they are.
class TieredStandaloneTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration STEP = Duration.ofMinutes(10);
  private static final Duration LENGTH = Duration.ofHours(36);
  private static final int HOSTS = 6;

  /// The age from which on datapoints are on disk only.
  private static final Duration MEMORY = Duration.ofHours(12);

  private static final String NAMESPACES =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 15m
          memory-ttl: 12h
          disk:
            raw-ttl: 4d
            rollups: [{interval: 15m, ttl: 10d}]
            shard-groups: 1
            shards-per-group: 3
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 1
          shards-per-group: 2
      """;

  @TempDir private Path directory;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, TreeMap<Long, Double>> truth = new TreeMap<>();
  private int port;

  @Test
  void answersDoNotShowWhereDatapointsAre() throws Exception {
    // in the past, since Kafka stamps records with the time of the machine
    long day = Duration.ofDays(1).toMillis();
    long begin = (Instant.now().toEpochMilli() / day - 3) * day;
    var now = new AtomicReference<>(Instant.ofEpochMilli(begin));
    InstantSource clock = now::get;
    Path namespaces = Files.writeString(directory.resolve("namespaces.yaml"), NAMESPACES);
    port = TestPorts.next();
    StandaloneConfig config =
        ConfigLoader.defaults(
            StandaloneConfig.class,
            "--data=" + directory.resolve("data"),
            "--port=" + port,
            "--admin.port=0",
            "--kafka-port=0",
            "--agent=false",
            "--compaction-interval=200ms",
            "--namespaces=" + namespaces);
    var progress = new StartupProgress(new PrintStream(PrintStream.nullOutputStream()), clock);
    try (var data = DataDirectory.open(config.data());
        var service = new StandaloneService(config, data, progress, clock)) {
      service.start();
      Awaitility.await("ready").until(() -> service.notReady().isEmpty());
      for (Duration at = STEP; at.compareTo(LENGTH) <= 0; at = at.plus(STEP)) {
        now.set(clock.instant().plus(STEP));
        put(begin + at.minus(STEP).toMillis(), clock.millis());
        awaitSeen(clock.millis());
        if (at.toMinutes() % 60 == 0) {
          checkAll(begin, clock.millis());
        }
      }
      // all of it is in GokuL only, or in GokuS only
      long boundary = clock.instant().minus(MEMORY).toEpochMilli();
      checkAll(begin, boundary - Duration.ofHours(4).toMillis());
      checkAll(boundary + Duration.ofHours(4).toMillis(), clock.millis());
    }
  }

  /// Waits until acknowledged datapoints, which are in Kafka, can be queried.
  private void awaitSeen(long now) {
    String last =
        "/api/query?start=%d&end=%d&m=count:load".formatted(now - STEP.toMillis(), now - 1);
    Awaitility.await("the last datapoints of all hosts")
        .pollInterval(Duration.ofMillis(5))
        .until(
            () -> {
              JsonNode answer = JSON.readTree(get(last).body());
              JsonNode points = answer.path(0).path("dps");
              return points.size() == STEP.toMinutes()
                  && points.valueStream().allMatch(count -> count.asInt() == HOSTS);
            });
  }

  private void checkAll(long begin, long end) throws Exception {
    check("1h-sum", Duration.ofHours(1), Double::sum, begin, end);
    check("30m-max", Duration.ofMinutes(30), Math::max, begin, end);
    // its slots straddle the boundary between memory and disk
    check("4h-min", Duration.ofHours(4), Math::min, begin, end);
    check("", Duration.ofMillis(1), (first, second) -> second, begin, end);
  }

  /// Every host has one series, so that nothing is interpolated.
  private void check(
      String downsample, Duration slot, BinaryOperator<Double> function, long begin, long end)
      throws Exception {
    String sub =
        "{\"metric\":\"load\",\"aggregator\":\"sum\",%s\"filters\":[{\"type\":\"wildcard\",\"tagk\":\"host\",\"filter\":\"*\",\"groupBy\":true}]}"
            .formatted(downsample.isEmpty() ? "" : "\"downsample\":\"%s\",".formatted(downsample));
    String body = "{\"start\":%d,\"end\":%d,\"queries\":[%s]}".formatted(begin, end - 1, sub);
    List<HttpResponse<String>> answers = new ArrayList<>();
    Awaitility.await("a whole answer")
        .until(
            () -> {
              HttpResponse<String> answer = post("/api/query", body);
              answers.add(answer);
              return answer.statusCode() == 200
                  && answer.headers().firstValue("X-Goku-Partial").isEmpty();
            });
    Map<String, TreeMap<Long, Double>> found = new TreeMap<>();
    for (JsonNode series : JSON.readTree(answers.getLast().body())) {
      var points = new TreeMap<Long, Double>();
      series
          .get("dps")
          .properties()
          .forEach(
              point -> points.put(Long.parseLong(point.getKey()), point.getValue().asDouble()));
      found.put(series.get("tags").get("host").asText(), points);
    }
    assertThat(found)
        .as("%s from %d to %d", downsample, begin, end)
        .isEqualTo(expected(slot, function, begin, end));
  }

  private Map<String, Map<Long, Double>> expected(
      Duration slot, BinaryOperator<Double> function, long begin, long end) {
    Map<String, Map<Long, Double>> expected = new TreeMap<>();
    truth.forEach(
        (host, points) -> {
          var slots = new TreeMap<Long, Double>();
          // OpenTSDB reads whole slots, but answers only those that begin inside of the range
          long last = (end - 1) / slot.toMillis() * slot.toMillis() + slot.toMillis();
          points
              .subMap(begin, last)
              .forEach(
                  (time, value) ->
                      slots.merge(
                          time / slot.toMillis() * slot.toMillis() / 1000, value, function));
          expected.put(host, slots);
        });
    return expected;
  }

  /// One datapoint a minute of each host, whole numbers, so that sums are exact in any order.
  private void put(long from, long to) throws Exception {
    List<Map<String, Object>> points = new ArrayList<>();
    for (int host = 0; host < HOSTS; host++) {
      for (long time = from; time < to; time += Duration.ofMinutes(1).toMillis()) {
        double value = Math.floorMod(time / 60_000 * (host + 7) * 2654435761L, 1000);
        truth.computeIfAbsent("h" + host, first -> new TreeMap<>()).put(time, value);
        Map<String, Object> point = new LinkedHashMap<>();
        point.put("metric", "load");
        point.put("timestamp", time / 1000);
        point.put("value", value);
        point.put("tags", Map.of("host", "h" + host));
        points.add(point);
      }
    }
    HttpResponse<String> answer = post("/api/put?details", JSON.writeValueAsString(points));
    assertThat(answer.statusCode()).as(answer.body()).isIn(200, 204);
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return http.send(request, HttpResponse.BodyHandlers.ofString(UTF_8));
  }

  private HttpResponse<String> post(String path, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .POST(HttpRequest.BodyPublishers.ofString(body, UTF_8))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString(UTF_8));
  }
}
