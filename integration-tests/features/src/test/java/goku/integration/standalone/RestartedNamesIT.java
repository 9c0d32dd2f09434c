package goku.integration.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.TextNode;
import goku.integration.fixture.Accepted;
import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.PutProtocol;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A series whose names need quotes, and an annotation with milliseconds, before and after kills.
class RestartedNamesIT {
  /// The metrics of a Spring Boot service that have such a tag, with the tag.
  private static final Map<String, Map.Entry<String, String>> METERS =
      Map.of(
          "jvm_memory_used_bytes", Map.entry("id", "G1 Eden Space"),
          "http_server_requests", Map.entry("uri", "/api/{id}"),
          "jvm_gc_pause", Map.entry("action", "end of minor GC"),
          "disk_free_bytes", Map.entry("path", "C:\\Users, \"all\""));

  private static final long[] ANNOTATED_MILLIS = {100, 600};

  @TempDir Path data;
  private final long now = Instant.now().getEpochSecond();

  @Test
  void areTheSameAfterKills() {
    try (GokuProcess goku = GokuProcess.start(data, "--no-agent")) {
      write(goku);
      check(goku.http());
      goku.kill();
    }
    try (GokuProcess goku = GokuProcess.start(data, "--no-agent")) {
      check(goku.http());
      assertThat(goku.terminate()).isIn(0, 143);
    }
    try (GokuProcess goku = GokuProcess.start(data, "--no-agent")) {
      check(goku.http());
    }
  }

  private void write(GokuProcess goku) {
    METERS.forEach(
        (metric, tag) -> {
          List<PutProtocol> protocols = List.of(PutProtocol.values());
          for (int i = 0; i < protocols.size(); i++) {
            Map<String, String> tags = Map.of(tag.getKey(), tag.getValue());
            String refusal = protocols.get(i).put(goku, metric, now + i, Integer.toString(i), tags);
            assertThat(refusal).as(metric).isEmpty();
          }
        });
    for (long millis : ANNOTATED_MILLIS) {
      byte[] annotation =
          "{\"startTime\":%d,\"description\":\"at %d\"}"
              .formatted(now * 1000 + millis, millis)
              .getBytes(UTF_8);
      assertThat(
              Accepted.answer(() -> goku.http().post("/api/annotation", annotation)).statusCode())
          .isEqualTo(200);
    }
  }

  private void check(GokuHttp http) {
    METERS.forEach((metric, tag) -> checkMeter(http, metric, tag.getKey(), tag.getValue()));
    String first = METERS.keySet().iterator().next();
    for (long millis : ANNOTATED_MILLIS) {
      String time = Long.toString(now * 1000 + millis);
      awaitAnswer(http, "/api/query?start=1h-ago&m=sum:" + first, time);
      awaitAnswer(http, "/api/annotation?start_time=" + time, "at " + millis);
    }
  }

  private void checkMeter(GokuHttp http, String metric, String key, String value) {
    String quoted = '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    String series = metric + URLEncoder.encode("{" + key + "=" + quoted + "}", UTF_8);
    String tags = "\"tags\":{\"%s\":%s}".formatted(key, TextNode.valueOf(value));
    awaitAnswer(http, "/api/query?start=1h-ago&m=none:" + series, tags);
    awaitAnswer(
        http,
        "/api/query?start=1h-ago&m=none:" + series,
        "\"dps\":{\"%d\":0,\"%d\":1,\"%d\":2}".formatted(now, now + 1, now + 2));
    awaitAnswer(http, "/api/query/last?resolve=true&timeseries=" + series, tags);
    awaitAnswer(http, "/api/search/lookup?m=" + series, tags);
    awaitAnswer(http, "/api/suggest?type=tagv&q=" + URLEncoder.encode(value, UTF_8), text(value));
    awaitAnswer(
        http,
        "/api/query/gexp?start=1h-ago&exp=scale("
            + URLEncoder.encode("sum:", UTF_8)
            + series
            + ",2)",
        "\"%d\":4".formatted(now + 2));
  }

  private static String text(String value) {
    return TextNode.valueOf(value).toString();
  }

  private static void awaitAnswer(GokuHttp http, String path, String fragment) {
    await(path).untilAsserted(() -> assertThat(http.get(path).body()).contains(fragment));
  }
}
