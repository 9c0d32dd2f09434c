package goku.standalone.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.Routes;
import goku.telemetry.Check;
import goku.telemetry.Telemetry;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdminRoutesTest {
  private final Telemetry telemetry = new Telemetry();
  private final List<Check> checks = new ArrayList<>();
  private final Routes routes = new Routes();

  @BeforeEach
  void addRoutes() {
    AdminRoutes.addTo(routes, telemetry.registry(), () -> checks);
  }

  @AfterEach
  void close() {
    telemetry.close();
  }

  private HttpResponse get(String path) throws Exception {
    HttpRequest request = new HttpRequest("GET", path, Map.of(), Map.of(), new byte[0], "test");
    return routes.find(path).orElseThrow().handle(request);
  }

  private static String body(HttpResponse response) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    response.body().writeTo(out);
    return out.toString(UTF_8);
  }

  @Test
  void isReadyOnlyWhenAllChecksAreOk() throws Exception {
    assertThat(get("/readyz").status()).isEqualTo(200);
    checks.add(Check.ok("ingest"));
    assertThat(get("/readyz").status()).isEqualTo(200);
    checks.add(Check.failed("short ns1/3", "replays \"goku-ns1\""));
    assertThat(get("/readyz").status()).isEqualTo(503);
    assertThat(body(get("/readyz")))
        .isEqualTo(
            """
            {"ready":false,"checks":[{"component":"ingest","ok":true},\
            {"component":"short ns1/3","ok":false,"reason":"replays \\"goku-ns1\\""}]}\
            """);
  }

  @Test
  void livesHoweverTheChecksAre() throws Exception {
    checks.add(Check.failed("ingest", "no broker"));
    assertThat(get("/healthz").status()).isEqualTo(200);
  }

  @Test
  void printsMetricsOfTheProcessAndOfComponents() throws Exception {
    telemetry.registry().counter("goku.points", "kind", "put").increment(3);
    assertThat(body(get("/metrics")))
        .contains("goku_points_total{kind=\"put\"} 3.0")
        .contains("jvm_memory_used_bytes{", "jvm_threads_live_threads ", "process_uptime_seconds ");
  }
}
