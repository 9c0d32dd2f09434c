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

/// Metadata through a running Goku and its Kafka.
class MetadataIT {
  private static final String UID = "/api/uid/uidmeta";
  private static final String SERIES = "/api/uid/tsmeta";

  @TempDir Path data;

  private final long now = Instant.now().getEpochSecond();

  @Test
  void staysUntilItIsDeleted() {
    String tsuid;
    String uid;
    try (GokuProcess goku = GokuProcess.start(data, "--no-agent")) {
      GokuHttp http = goku.http();
      String json =
          "{\"metric\":\"deploys\",\"timestamp\":%d,\"value\":1,\"tags\":{\"host\":\"web01\"}}"
              .formatted(now);
      assertThat(http.put(json).statusCode()).isEqualTo(204);
      await().until(() -> get(http, SERIES, "m=deploys").has(0));
      JsonNode series = get(http, SERIES, "m=deploys").path(0);
      tsuid = series.path("tsuid").asText();
      uid = series.at("/tags/0/uid").asText();
      post(http, SERIES, "{\"tsuid\": \"%s\", \"units\": \"count\", \"max\": 9}".formatted(tsuid));
      post(
          http, UID, "{\"uid\": \"%s\", \"type\": \"tagk\", \"notes\": \"a host\"}".formatted(uid));
      assertThat(described(http, tsuid)).isEqualTo("count 9.0 a host");
      assertThat(goku.terminate()).isIn(0, 143);
    }
    try (GokuProcess goku = GokuProcess.start(data, "--no-agent", "--http.method-override=true")) {
      GokuHttp http = goku.http();
      await().until(() -> http.get(SERIES + "?tsuid=" + tsuid).statusCode() == 200);
      assertThat(described(http, tsuid)).isEqualTo("count 9.0 a host");
      assertThat(get(http, UID, "type=tagk&uid=" + uid).path("name").asText()).isEqualTo("host");
      for (String deleted :
          new String[] {SERIES + "?tsuid=" + tsuid, UID + "?type=tagk&uid=" + uid}) {
        assertThat(Accepted.deleted(() -> http.get(deleted + "&method_override=delete"))).isTrue();
      }
      assertThat(described(http, tsuid)).isEqualTo(" NaN ");
    }
  }

  /// Returns units and maximum of the series, and the notes of its tag key.
  private static String described(GokuHttp http, String tsuid) {
    JsonNode series = get(http, SERIES, "tsuid=" + tsuid);
    return series.path("units").asText()
        + " "
        + series.path("max").asText()
        + " "
        + series.at("/tags/0/notes").asText();
  }

  private static JsonNode get(GokuHttp http, String path, String query) {
    return GokuHttp.parse(http.get(path + "?" + query).body());
  }

  private static void post(GokuHttp http, String path, String body) {
    HttpResponse<String> answer = Accepted.answer(() -> http.post(path, body.getBytes(UTF_8)));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }
}
