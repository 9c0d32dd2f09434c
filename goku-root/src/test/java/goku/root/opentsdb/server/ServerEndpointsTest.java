package goku.root.opentsdb.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.telemetry.Check;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests of the endpoints about the server.
class ServerEndpointsTest {
  private static final Check GOOD = Check.ok("ingest");
  private static final Check BAD = Check.failed("short", "no broker");

  private static HttpRequest request(String method) {
    return new HttpRequest(method, "/api/x", Map.of(), Map.of(), new byte[0], "test");
  }

  private static JsonNode get(HttpHandler handler) throws Exception {
    var out = new ByteArrayOutputStream();
    handler.handle(request("GET")).body().writeTo(out);
    return new ObjectMapper().readTree(out.toString(UTF_8));
  }

  @Test
  void statusIsStartupUntilAllChecksPassAndThenTellsWhetherSomeFail() throws Exception {
    List<Check> checks = new ArrayList<>(List.of(GOOD, BAD));
    var handler = new StatusHandler(() -> checks);
    assertThat(get(handler)).hasToString("{\"status\":\"startup\"}");
    checks.remove(BAD);
    assertThat(get(handler)).hasToString("{\"status\":\"ok\"}");
    checks.add(BAD);
    assertThat(get(handler)).hasToString("{\"status\":\"partial\"}");
    checks.remove(GOOD);
    assertThat(get(handler)).hasToString("{\"status\":\"error\"}");
    assertThat(
            catchThrowableOfType(HttpError.class, () -> handler.handle(request("POST"))).status())
        .isEqualTo(405);
  }

  @Test
  void jvmStatsContainMemoryCollectorsAndPools() throws Exception {
    JsonNode jvm = get(JvmStats::answer);
    assertThat(jvm.path("runtime").path("uptime").isIntegralNumber()).isTrue();
    assertThat(jvm.path("runtime").path("vmName").asText()).isNotEmpty();
    assertThat(jvm.path("memory").path("heapMemoryUsage").path("used").asLong()).isPositive();
    assertThat(jvm.path("os").path("systemLoadAverage").isNumber()).isTrue();
    assertThat(jvm.path("gc").iterator().next().path("collectionCount").isIntegralNumber())
        .isTrue();
    assertThat(jvm.path("pools").fieldNames())
        .toIterable()
        .isNotEmpty()
        .allMatch(name -> Character.isLowerCase(name.charAt(0)) && !name.contains(" "));
    assertThat(jvm.path("pools").iterator().next().path("usage").path("max").isNumber()).isTrue();
  }

  @Test
  void threadStatsContainStacks() throws Exception {
    for (JsonNode thread : get(ThreadStats::answer)) {
      if (thread.path("threadID").asLong() == Thread.currentThread().threadId()) {
        assertThat(thread.path("name").asText()).isEqualTo(Thread.currentThread().getName());
        assertThat(thread.path("state").asText()).isEqualTo("RUNNABLE");
        assertThat(thread.path("priority").isInt()).isTrue();
        assertThat(thread.path("stack").toString())
            .contains("goku.root.opentsdb.server.ThreadStats");
        return;
      }
    }
    throw new AssertionError("this thread is missing");
  }
}
