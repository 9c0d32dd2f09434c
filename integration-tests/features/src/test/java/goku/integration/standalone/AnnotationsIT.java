package goku.integration.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.Accepted;
import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Annotations through a running Goku and its Kafka, as Grafana's annotation query reads them.
class AnnotationsIT {
  @TempDir Path data;

  private final long now = Instant.now().getEpochSecond();

  @Test
  void staysUntilItIsDeleted() {
    try (GokuProcess goku = GokuProcess.start(data, "--no-agent")) {
      GokuHttp http = goku.http();
      writeDatapoints(http);
      String tsuid = query(http, ", \"showTSUIDs\": true").at("/tsuids/0").asText();
      assertThat(query(http, "").has("annotations")).isFalse();

      assertThat(save(http, note(tsuid, "of web01")).statusCode()).isEqualTo(200);
      assertThat(save(http, note("", "of all")).statusCode()).isEqualTo(200);
      annotated(http);
      assertThat(goku.terminate()).isIn(0, 143);
    }
    try (GokuProcess goku = GokuProcess.start(data, "--no-agent", "--http.method-override=true")) {
      GokuHttp http = goku.http();
      await().until(() -> http.query(Long.toString(now - 60), "none:deploys").size() == 2);
      annotated(http);
      assertThat(http.get("/api/annotation?start_time=" + now).body()).contains("of all");

      String delete = "/api/annotation?method_override=delete&start_time=" + now;
      assertThat(Accepted.deleted(() -> http.get(delete))).isTrue();
      assertThat(http.get("/api/annotation?start_time=" + now).statusCode()).isEqualTo(404);
      String tsuid = query(http, ", \"showTSUIDs\": true").at("/tsuids/0").asText();
      String deleteAll =
          "/api/annotation/bulk?method_override=delete&start_time=1h-ago&end_time=%d&tsuids=%s"
              .formatted(now + 1, tsuid);
      HttpResponse<String> deleted = Accepted.answer(() -> http.get(deleteAll));
      assertThat(GokuHttp.parse(deleted.body()).path("totalDeleted").asInt()).isEqualTo(1);
      JsonNode group = query(http, ", \"globalAnnotations\": true");
      assertThat(group.has("dps")).isTrue();
      assertThat(group.has("annotations")).isFalse();
      assertThat(group.has("globalAnnotations")).isFalse();
    }
  }

  private void writeDatapoints(GokuHttp http) {
    for (String host : new String[] {"web01", "web02"}) {
      String json =
          "{\"metric\":\"deploys\",\"timestamp\":%d,\"value\":1,\"tags\":{\"host\":\"%s\"}}"
              .formatted(now, host);
      assertThat(http.put(json).statusCode()).isEqualTo(204);
    }
    await().until(() -> http.query(Long.toString(now - 60), "none:deploys").size() == 2);
  }

  private void annotated(GokuHttp http) {
    JsonNode group = query(http, ", \"globalAnnotations\": true");
    assertThat(group.at("/aggregateTags/0").asText()).isEqualTo("host");
    assertThat(group.at("/annotations/0/description").asText()).isEqualTo("of web01");
    assertThat(group.at("/annotations/0/startTime").asLong()).isEqualTo(now);
    assertThat(group.at("/globalAnnotations/0/description").asText()).isEqualTo("of all");
    assertThat(query(http, "").has("globalAnnotations")).as("also by default").isTrue();
    String without = ", \"globalAnnotations\": false";
    assertThat(query(http, without).has("globalAnnotations")).isFalse();
    assertThat(query(http, ", \"noAnnotations\": true").has("annotations")).isFalse();
  }

  private String note(String tsuid, String description) {
    return "{\"startTime\": %d, \"tsuid\": \"%s\", \"description\": \"%s\"}"
        .formatted(now, tsuid, description);
  }

  private static HttpResponse<String> save(GokuHttp http, String annotation) {
    return Accepted.answer(() -> http.post("/api/annotation", annotation.getBytes(UTF_8)));
  }

  /// The first group of the sum over all series.
  private JsonNode query(GokuHttp http, String more) {
    String body =
        "{\"start\": %d, \"queries\": [{\"aggregator\": \"sum\", \"metric\": \"deploys\"}]%s}"
            .formatted(now - 60, more);
    return GokuHttp.parse(http.post("/api/query", body.getBytes(UTF_8)).body()).path(0);
  }
}
