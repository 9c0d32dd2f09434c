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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rollups that a client computed itself and wrote over HTTP and telnet, next to a metric whose
/// rollups Goku computes, with a kill in between.
class WrittenRollupIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int HOURS = 6;

  private static final String NAMESPACES =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 9h
          memory-ttl: 15h
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 3
          shards-per-group: 2
          disk: {raw-ttl: 24d, rollups: [{interval: 15m, ttl: 80d}, {interval: 1h, ttl: 384d}]}
      """;

  @TempDir Path directory;
  private final long first = Instant.now().getEpochSecond() / 3600 * 3600 - HOURS * 3600L;

  @Test
  void writtenRollupsAnswerNextToComputedOnes() throws Exception {
    Path namespaces = Files.writeString(directory.resolve("namespaces.yaml"), NAMESPACES);
    Path data = directory.resolve("data");
    try (GokuProcess goku = start(data, namespaces)) {
      for (int hour = 0; hour < HOURS - 2; hour++) {
        writeByHttp(goku.http(), hour);
      }
      requireRefusal(goku.http());
      awaitHours(goku.http(), HOURS - 2);
      check(goku.http(), HOURS - 2);
      goku.kill();
    }
    try (GokuProcess goku = start(data, namespaces)) {
      awaitHours(goku.http(), HOURS - 2);
      check(goku.http(), HOURS - 2);
      for (int hour = HOURS - 2; hour < HOURS; hour++) {
        writeByTelnet(goku, hour);
      }
      awaitHours(goku.http(), HOURS);
      check(goku.http(), HOURS);
      goku.kill();
    }
    try (GokuProcess goku = start(data, namespaces)) {
      awaitHours(goku.http(), HOURS);
      check(goku.http(), HOURS);
    }
  }

  private static GokuProcess start(Path data, Path namespaces) {
    return GokuProcess.start(data, "--no-agent", "--namespaces=" + namespaces);
  }

  /// Writes an hour of both metrics: 4 datapoints with the sum 40, and their rollups.
  private void writeByHttp(GokuHttp http, int hour) {
    for (int i = 0; i < 4; i++) {
      http.put(
          "{\"metric\":\"computed\",\"timestamp\":%d,\"value\":10,\"tags\":{\"host\":\"a\"}}"
              .formatted(first + hour * 3600L + i * 900L));
    }
    String rollup =
        "{\"metric\":\"written\",\"timestamp\":%d,\"value\":%d,\"tags\":{\"host\":\"a\"},"
            + "\"interval\":\"1h\",\"aggregator\":\"%s\"}";
    long time = first + hour * 3600L;
    String body =
        "[" + rollup.formatted(time, 40, "sum") + "," + rollup.formatted(time, 4, "count") + "]";
    assertThat(http.post("/api/rollup", body.getBytes(UTF_8)).statusCode()).isEqualTo(204);
  }

  private void writeByTelnet(GokuProcess goku, int hour) {
    long time = first + hour * 3600L;
    try (var telnet = new TelnetClient(goku.port())) {
      for (int i = 0; i < 4; i++) {
        telnet.send("put computed %d 10 host=a".formatted(time + i * 900L).getBytes(UTF_8));
      }
      telnet.send("rollup 1h-sum written %d 40 host=a".formatted(time).getBytes(UTF_8));
      telnet.send("rollup 1h-count written %d 4 host=a".formatted(time + 60).getBytes(UTF_8));
      assertThat(telnet.exit()).isEmpty();
    }
  }

  private static void requireRefusal(GokuHttp http) {
    String body =
        ("{\"metric\":\"written\",\"timestamp\":%d,\"value\":1,\"tags\":{\"host\":\"a\"},"
                + "\"interval\":\"1d\",\"aggregator\":\"sum\"}")
            .formatted(Instant.now().getEpochSecond());
    assertThat(http.post("/api/rollup?details", body.getBytes(UTF_8)).body())
        .contains("Invalid interval (1d): namespace ns1 keeps rollups of 15m, 1h");
    assertThat(http.metric("goku_ingest_rejected_total", "rollup_invalid", "source=\"rollup\""))
        .isEqualTo(1);
  }

  private JsonNode dps(GokuHttp http, String downsample, String metric) {
    return http.query(Long.toString(first), "sum:%s:%s".formatted(downsample, metric))
        .path(0)
        .path("dps");
  }

  private void awaitHours(GokuHttp http, int hours) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                dps(http, "1h-avg", "written").size() == hours
                    && dps(http, "1h-count", "computed").size() == hours
                    && dps(http, "1h-count", "computed").path(last(hours)).asInt() == 4);
  }

  private String last(int hours) {
    return Long.toString((first + (hours - 1) * 3600L) * 1000);
  }

  private void check(GokuHttp http, int hours) {
    for (String downsample : new String[] {"1h-sum", "1h-count", "1h-avg", "2h-sum", "2h-avg"}) {
      assertThat(dps(http, downsample, "written"))
          .as(downsample)
          .isEqualTo(dps(http, downsample, "computed"));
    }
    assertThat(dps(http, "1h-sum", "written").path(last(hours)).asDouble()).isEqualTo(40);
    assertThat(dps(http, "1h-sum:rollup_raw", "written").size()).isZero();
    assertThat(http.get("/api/suggest?type=metrics&q=w").body()).isEqualTo("[\"written\"]");
    assertThat(http.get("/api/search/lookup?m=written").body()).contains("\"totalResults\":0");
  }
}
