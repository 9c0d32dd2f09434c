package goku.integration.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.Accepted;
import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A renamed metric with its history and its datapoints to come, with kills in between.
class RenameIT {
  private static final int HOURS = 7;

  private static final String NAMESPACES =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 8h
          memory-ttl: 15h
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 2
          shards-per-group: 1
          disk: {raw-ttl: 24d}
      """;

  @TempDir Path directory;
  private final long now = Instant.now().getEpochSecond();

  @Test
  void theHistoryKeepsItsNewNameThroughKills() throws Exception {
    Path namespaces = Files.writeString(directory.resolve("namespaces.yaml"), NAMESPACES);
    Path data = directory.resolve("data");
    try (GokuProcess goku = start(data, namespaces)) {
      for (int hour = 0; hour < HOURS; hour++) {
        put(goku.http(), "requests", now - hour * 3600L, hour);
      }
      awaitDatapoints(goku.http(), "requests", HOURS);
      var attempts = new AtomicInteger();
      HttpResponse<String> renamed =
          Accepted.answer(
              () -> {
                attempts.incrementAndGet();
                return rename(goku.http(), "requests", "http.requests");
              });
      // an attempt without a clear answer may have renamed the metric, which refuses the next one
      if (attempts.get() == 1 || renamed.statusCode() != 400) {
        assertThat(renamed.body()).isEqualTo("{\"result\":\"true\"}");
      }
      check(goku.http(), HOURS);
      goku.kill();
    }
    try (GokuProcess goku = start(data, namespaces)) {
      awaitDatapoints(goku.http(), "http.requests", HOURS);
      put(goku.http(), "http.requests", now + 1, 7);
      put(goku.http(), "requests", now + 1, 100);
      awaitDatapoints(goku.http(), "http.requests", HOURS + 1);
      awaitDatapoints(goku.http(), "requests", 1);
      check(goku.http(), HOURS + 1);
      goku.kill();
    }
    try (GokuProcess goku = start(data, namespaces)) {
      awaitDatapoints(goku.http(), "http.requests", HOURS + 1);
      check(goku.http(), HOURS + 1);
      assertThat(query(goku.http(), "requests").path(0).path("dps").size()).isEqualTo(1);
      HttpResponse<String> again =
          Accepted.answer(() -> rename(goku.http(), "requests", "http.requests"));
      assertThat(again.statusCode()).isEqualTo(400);
    }
  }

  private static GokuProcess start(Path data, Path namespaces) {
    return GokuProcess.start(data, "--no-agent", "--namespaces=" + namespaces);
  }

  private static void put(GokuHttp http, String metric, long second, int value) {
    String json =
        "{\"metric\":\"%s\",\"timestamp\":%d,\"value\":%d,\"tags\":{\"host\":\"a\"}}"
            .formatted(metric, second, value);
    assertThat(http.put(json).statusCode()).isEqualTo(204);
  }

  private static HttpResponse<String> rename(GokuHttp http, String from, String to) {
    String body = "{\"metric\":\"%s\",\"name\":\"%s\"}".formatted(from, to);
    return http.post("/api/uid/rename", body.getBytes(UTF_8));
  }

  private JsonNode query(GokuHttp http, String metric) {
    return http.query(Long.toString(now - 8 * 3600), "none:" + metric);
  }

  private void awaitDatapoints(GokuHttp http, String metric, int datapoints) {
    await(metric).until(() -> query(http, metric).path(0).path("dps").size() == datapoints);
  }

  private void check(GokuHttp http, int datapoints) {
    JsonNode series = query(http, "http.requests").path(0);
    assertThat(series.path("metric").asText()).isEqualTo("http.requests");
    assertThat(series.path("dps").size()).isEqualTo(datapoints);
    assertThat(http.get("/api/suggest?type=metrics&q=http").body()).contains("http.requests");
    assertThat(http.get("/api/search/lookup?m=http.requests").body())
        .contains("\"totalResults\":1");
    assertThat(http.get("/api/query/last?timeseries=http.requests&resolve=true").body())
        .contains("\"metric\":\"http.requests\"");
  }
}
