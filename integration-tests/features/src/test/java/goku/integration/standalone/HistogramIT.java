package goku.integration.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.TelnetClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Histograms that clients wrote over HTTP and telnet, in memory and on disk, with kills in
/// between.
class HistogramIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int HOURS = 10;
  private static final int HOSTS = 3;
  private static final int[] PERCENTS = {50, 99};

  private static final String NAMESPACES =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 12h
          memory-ttl: 18h
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 2
          shards-per-group: 2
          disk: {raw-ttl: 24d, rollups: [{interval: 15m, ttl: 80d}, {interval: 1h, ttl: 384d}]}
      """;

  @TempDir Path directory;
  private final long first = Instant.now().getEpochSecond() / 3600 * 3600 - HOURS * 3600L;

  /// The counts of the ranges 0 to 1, 1 to 2 and so on, by second.
  private final TreeMap<Long, long[]> written = new TreeMap<>();

  @Test
  void percentilesAreThoseOfAllHistogramsThroughKills() throws Exception {
    Path namespaces = Files.writeString(directory.resolve("namespaces.yaml"), NAMESPACES);
    Path data = directory.resolve("data");
    try (GokuProcess goku = start(data, namespaces)) {
      for (int hour = 0; hour < HOURS - 2; hour++) {
        writeByHttp(goku.http(), hour);
      }
      awaitAll(goku.http());
      check(goku.http());
      goku.kill();
    }
    try (GokuProcess goku = start(data, namespaces)) {
      awaitAll(goku.http());
      check(goku.http());
      for (int hour = HOURS - 2; hour < HOURS; hour++) {
        writeByTelnet(goku, hour);
      }
      replace(goku);
      awaitAll(goku.http());
      check(goku.http());
      goku.terminate();
    }
    try (GokuProcess goku = start(data, namespaces)) {
      awaitAll(goku.http());
      check(goku.http());
      checkNames(goku.http());
      delete(goku.http());
      check(goku.http());
      goku.kill();
    }
    try (GokuProcess goku = start(data, namespaces)) {
      awaitAll(goku.http());
      check(goku.http());
    }
  }

  private static GokuProcess start(Path data, Path namespaces) {
    return GokuProcess.start(
        data, "--no-agent", "--root.allow-delete", "--namespaces=" + namespaces);
  }

  private void writeByHttp(GokuHttp http, int hour) {
    List<String> all = new ArrayList<>();
    for (int quarter = 0; quarter < 4; quarter++) {
      for (int host = 0; host < HOSTS; host++) {
        long time = first + hour * 3600L + quarter * 900L;
        int least = (hour + host) % 3;
        all.add(
            ("{\"metric\":\"latency\",\"timestamp\":%d,\"tags\":{\"host\":\"h%d\"},"
                    + "\"buckets\":{\"0,1\":%d,\"1,2\":%d,\"2,3\":%d},\"overflow\":1}")
                .formatted(time, host, least, hour, quarter));
        add(time, least, hour, quarter);
      }
    }
    byte[] body = ("[" + String.join(",", all) + "]").getBytes(UTF_8);
    assertThat(http.post("/api/histogram", body).statusCode()).isEqualTo(204);
  }

  private void writeByTelnet(GokuProcess goku, int hour) {
    try (var telnet = new TelnetClient(goku.port())) {
      for (int quarter = 0; quarter < 4; quarter++) {
        for (int host = 0; host < HOSTS; host++) {
          long time = first + hour * 3600L + quarter * 900L;
          telnet.send(
              "histogram latency %d 0,1=%d:1,2=%d:o=2 host=h%d"
                  .formatted(time, hour, quarter, host)
                  .getBytes(UTF_8));
          add(time, hour, quarter, 0);
        }
      }
      assertThat(telnet.exit()).isEmpty();
    }
  }

  /// Writes a histogram again, with fewer ranges.
  private void replace(GokuProcess goku) {
    long time = first + 900;
    try (var telnet = new TelnetClient(goku.port())) {
      telnet.send("histogram latency %d 1,2=50 host=h0".formatted(time).getBytes(UTF_8));
      assertThat(telnet.exit()).isEmpty();
    }
    written.put(time, new long[3]);
    for (int host = 1; host < HOSTS; host++) {
      add(time, host % 3, 0, 1);
    }
    add(time, 0, 50, 0);
  }

  private void add(long time, long... counts) {
    long[] sum = written.computeIfAbsent(time, _ -> new long[3]);
    for (int i = 0; i < counts.length; i++) {
      sum[i] += counts[i];
    }
  }

  private void delete(GokuHttp http) {
    long from = first + 2 * 3600L;
    long to = from + 3600 - 1;
    String query = "/api/query?start=%d&end=%d&m=sum:latency".formatted(from, to);
    assertThat(http.delete(query).statusCode()).isEqualTo(200);
    written.subMap(from, true, to, true).clear();
    awaitAll(http);
  }

  private void awaitAll(GokuHttp http) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(dps(http, "sum:show-histogram-buckets:latency", "latency_0.0_1.0"))
                    .isEqualTo(counts(0, 1)));
  }

  private void check(GokuHttp http) {
    assertThat(dps(http, "sum:show-histogram-buckets:latency", "latency_1.0_2.0"))
        .isEqualTo(counts(1, 1));
    assertThat(dps(http, "sum:1h-sum:show-histogram-buckets:latency", "latency_2.0_3.0"))
        .isEqualTo(counts(2, 3600));
    for (int percent : PERCENTS) {
      String name = "latency_pct_%d.0".formatted(percent);
      assertThat(dps(http, "sum:1h-sum:percentiles[%d]:latency".formatted(percent), name))
          .isEqualTo(percentiles(percent, 3600));
      assertThat(dps(http, "sum:percentiles[%d]:latency".formatted(percent), name))
          .isEqualTo(percentiles(percent, 1));
    }
  }

  private Map<Long, Double> counts(int range, long interval) {
    Map<Long, Double> counts = new TreeMap<>();
    sums(interval).forEach((time, sum) -> counts.put(time, (double) sum[range]));
    return counts;
  }

  private Map<Long, Double> percentiles(int percent, long interval) {
    Map<Long, Double> percentiles = new TreeMap<>();
    sums(interval).forEach((time, sum) -> percentiles.put(time, percentile(sum, percent)));
    return percentiles;
  }

  private Map<Long, long[]> sums(long interval) {
    Map<Long, long[]> sums = new TreeMap<>();
    written.forEach(
        (time, counts) -> {
          long[] sum = sums.computeIfAbsent(time - time % interval, _ -> new long[3]);
          for (int i = 0; i < counts.length; i++) {
            sum[i] += counts[i];
          }
        });
    return sums;
  }

  private static double percentile(long[] counts, int percent) {
    long total = counts[0] + counts[1] + counts[2];
    long soFar = 0;
    for (int i = 0; i < counts.length; i++) {
      soFar += counts[i];
      if (total > 0 && soFar * 100.0 / total >= percent) {
        return i + 0.5;
      }
    }
    return 0;
  }

  /// Returns the datapoints of one result by seconds.
  private Map<Long, Double> dps(GokuHttp http, String query, String metric) {
    Map<Long, Double> found = new TreeMap<>();
    for (JsonNode result : http.query(Long.toString(first), query)) {
      if (result.path("metric").asText().equals(metric)) {
        result
            .path("dps")
            .properties()
            .forEach(
                entry ->
                    found.put(Long.parseLong(entry.getKey()) / 1000, entry.getValue().asDouble()));
      }
    }
    return found;
  }

  private void checkNames(GokuHttp http) {
    assertThat(http.get("/api/suggest?type=metrics&q=l").body()).isEqualTo("[\"latency\"]");
    assertThat(http.query(Long.toString(first), "avg:latency").size()).isZero();
    assertThat(http.query(Long.toString(first), "none:percentiles[50]:latency").size())
        .isEqualTo(HOSTS);
  }
}
