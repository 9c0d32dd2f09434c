package goku.integration.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.Accepted;
import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that deleted datapoints are gone at once, and stay so after `kill -9`.
class DeleteIT {
  private static final int HOSTS = 40;
  private static final int POINTS = 30;

  @TempDir Path data;

  private final long start = Instant.now().getEpochSecond() - 5400;

  @Test
  void deletedDataAreGoneAtOnceAndAfterAKill() {
    int port = GokuProcess.freePort();
    int kafkaPort = GokuProcess.freePort();
    try (GokuProcess goku = start(port, kafkaPort)) {
      GokuHttp http = goku.http();
      write(http, "delete.all");
      write(http, "delete.part");
      write(http, "delete.not");
      assertThat(delete(http, "delete.all", start, start + 100_000))
          .as("the answer lists the deleted datapoints")
          .contains("\"host\":\"delete.all-0\"", "\"host\":\"delete.all-39\"");
      requireGone(http, "delete.all");
      delete(http, "delete.part", start + 100, start + 190);
      requireCut(http, "delete.part");
      goku.kill();
    }
    try (GokuProcess goku = start(port, kafkaPort)) {
      GokuHttp http = goku.http();
      requireGone(http, "delete.all");
      requireCut(http, "delete.part");
      assertThat(http.series("delete.not", start * 1000)).isEqualTo(expected("delete.not", 0, -1));
      write(http, "delete.all");
      assertThat(http.get("/api/suggest?type=metrics&q=delete.&max=9").body())
          .isEqualTo("[\"delete.all\",\"delete.not\",\"delete.part\"]");
    }
  }

  private GokuProcess start(int port, int kafkaPort) {
    return GokuProcess.start(data, port, kafkaPort, "--no-agent", "--root.allow-delete");
  }

  private void write(GokuHttp http, String metric) {
    String json =
        IntStream.range(0, HOSTS * POINTS)
            .mapToObj(i -> datapoint(metric, i / POINTS, i % POINTS))
            .collect(Collectors.joining(",", "[", "]"));
    assertThat(http.put(json).statusCode()).isEqualTo(204);
    await()
        .untilAsserted(
            () -> assertThat(http.series(metric, start * 1000)).isEqualTo(expected(metric, 0, -1)));
  }

  private static String delete(GokuHttp http, String metric, long from, long to) {
    HttpResponse<String> answer =
        Accepted.answer(
            () -> http.delete("/api/query?start=" + from + "&end=" + to + "&m=none:" + metric));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  /// No waiting: the answer to the delete has come.
  private void requireGone(GokuHttp http, String metric) {
    assertThat(http.get("/api/query?start=" + start + "&m=none:" + metric).body()).isEqualTo("[]");
    assertThat(http.get("/api/suggest?type=metrics&q=" + metric).body()).isEqualTo("[]");
    assertThat(http.get("/api/suggest?type=tagv&q=" + metric).body()).isEqualTo("[]");
    assertThat(http.get("/api/search/lookup?m=" + metric).body()).contains("\"results\":[]");
    byte[] byValue =
        "{\"tags\":[{\"key\":\"dc\",\"value\":\"east\"}],\"limit\":1000}".getBytes(UTF_8);
    assertThat(http.post("/api/search/lookup", byValue).body())
        .contains("delete.not")
        .doesNotContain(metric);
  }

  private void requireCut(GokuHttp http, String metric) {
    assertThat(http.series(metric, start * 1000)).isEqualTo(expected(metric, 10, 19));
  }

  /// The series of a metric without the datapoints `from` to `to`.
  private Map<String, Map<Long, Double>> expected(String metric, int from, int to) {
    Map<String, Map<Long, Double>> all = new HashMap<>();
    for (int host = 0; host < HOSTS; host++) {
      Map<Long, Double> points = new HashMap<>();
      for (int n = 0; n < POINTS; n++) {
        if (n < from || n > to) {
          points.put(seconds(n) * 1000, value(host, n));
        }
      }
      all.put("dc=east,host=" + metric + "-" + host, points);
    }
    return all;
  }

  private String datapoint(String metric, int host, int n) {
    return """
    {"metric":"%s","timestamp":%d,"value":%s,"tags":{"host":"%s-%d","dc":"east"}}
    """
        .formatted(metric, seconds(n), value(host, n), metric, host);
  }

  private long seconds(int n) {
    return start + n * 10L;
  }

  private static double value(int host, int n) {
    return host * 100 + n + 0.5;
  }
}
