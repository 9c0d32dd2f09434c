package goku.standalone.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The commands with a server that gives fixed answers. What a root answers is tested there.
class SearchCommandTest {
  private static final String EDGES =
      """
      "appeared": {"count": 3, "series": [{"metric": "app.up", "tags": {}, "time": 1},
        {"metric": "app.up", "tags": {}, "time": 1}, {"metric": "app.age", "tags": {}, "time": 1}]},
      "vanished": {"count": 0, "series": []}, "compared": 98000, "constant": 1900, "tooShort": 88}
      """;

  private static final String CHANGES =
      """
      {"times": [1, 2, 3, 4], "window": 3, "groups": [
        {"metric": "jvm.memory.used", "series": [
          {"tags": {"dc": "a", "host": "app3"}, "score": 6.9282, "distance": 1.0, "volume": -0.38,
           "onset": {"time": 1772366400000, "direction": "down"}, "rate": false,
           "values": [9.1e9, null, 4.0e9, 4.1e9]},
          {"tags": {}, "score": 10.5, "distance": 0.5, "volume": 0.25, "onset": null, "rate": false,
           "values": [1, 1, 1, 1]}]}],
      """
          + EDGES;

  private static final String CORRELATED =
      """
      {"times": [1, 2, 3, 4], "needle": {"metric": "errors", "tags": {"code": "500"},
       "values": [0, 0, 1, 1]}, "groups": [
        {"metric": "db.latency", "series": [
          {"tags": {"host": "db7"}, "coefficient": -0.97, "lag": -1, "common": 119, "before": null,
           "onset": null, "rate": false,
           "values": [2, 2, 1, 1]}]}],
      """
          + EDGES;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private HttpServer server;
  private volatile int status = 200;
  private volatile String answer = CHANGES;
  private volatile String partial = "";

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.add(exchange.getRequestURI().toString());
          exchange
              .getRequestHeaders()
              .getOrDefault("Authorization", List.of())
              .forEach(requests::add);
          if (!partial.isEmpty()) {
            exchange.getResponseHeaders().add("X-Goku-Partial", partial);
          }
          byte[] body = answer.getBytes(UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void changesArePrintedAsATable() {
    assertThat(changes()).isZero();
    assertThat(requests).containsExactly("/api/goku/changes?start=30m-ago");
    assertThat(out.toString().lines().map(String::stripTrailing))
        .containsExactly(
            "score  distance  volume                      onset  values                         "
                + " series",
            " 6.93      1.00   -0.38  down 2026-03-01T12:00:00Z  ████████       ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁ "
                + " jvm.memory.used{dc=a,host=app3}",
            "10.50      0.50   +0.25                          -  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁ "
                + " jvm.memory.used",
            "",
            "appeared: 3 series (app.up 2, app.age 1)",
            "compared 98000 series; 1900 are constant, 88 have too few values");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void correlatedSeriesArePrintedBelowTheNeedle() {
    answer = CORRELATED;
    assertThat(correlate("sum:rate:errors{code=500}", "--lags=3")).isZero();
    assertThat(requests)
        .containsExactly(
            "/api/goku/correlate?lags=3&needle=sum%3Arate%3Aerrors%7Bcode%3D500%7D&start=2h-ago");
    assertThat(out.toString())
        .startsWith("▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁███████████████  errors{code=500}")
        .contains("coefficient  before  lag  common  onset  values")
        .contains(
            "     -0.970       -   -1     119      -  ███████████████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁ "
                + " db.latency{host=db7}");
  }

  @Test
  void allOptionsAreParameters() {
    assertThat(
            changes(
                "--start=1h-ago",
                "--end=now",
                "--baseline=6h",
                "--haystack=app.*{dc=a}",
                "--namespace=ns",
                "--interval=1m",
                "--top=3"))
        .isZero();
    assertThat(correlate("sum:x", "--score=spearman", "--start=3h-ago")).isZero();
    assertThat(requests)
        .containsExactly(
            "/api/goku/changes?baseline=6h&end=now&haystack=app.*%7Bdc%3Da%7D&interval=1m"
                + "&namespace=ns&start=1h-ago&top=3",
            "/api/goku/correlate?needle=sum%3Ax&score=spearman&start=3h-ago");
  }

  @Test
  void theAnswerIsPrintedAsJson() throws IOException {
    assertThat(changes("--json")).isZero();
    assertThat(out.toString()).startsWith("{\"times\":[1,2,3,4],\"window\":3").endsWith("}\n");
  }

  @Test
  void missingDataAreReported() {
    partial = "missing ns/1";
    assertThat(changes()).isZero();
    assertThat(err.toString()).isEqualTo("goku changes: data are missing: missing ns/1\n");
  }

  @Test
  void anEmptyAnswerSaysSo() {
    answer = "{\"groups\": [], \"compared\": 0}";
    assertThat(changes()).isZero();
    assertThat(out.toString()).startsWith("no series found").contains("compared 0 series");
  }

  @Test
  void aTokenIsSent(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("token"), "secret\n");
    assertThat(changes("--token-file=" + file)).isZero();
    assertThat(requests).contains("Bearer secret");
  }

  @Test
  void errorsOfTheRootAreRepeated() {
    status = 400;
    answer = "{\"error\":{\"code\":400,\"message\":\"Invalid 'top' parameter: x\"}}";
    assertThat(changes("--top=x")).isEqualTo(1);
    assertThat(err.toString()).contains("answers 400: Invalid 'top' parameter: x");
    status = 404;
    answer = "";
    assertThat(changes()).isEqualTo(1);
    assertThat(err.toString())
        .contains("answers 404; check that --url is a port of a root for queries");
    status = 200;
    answer = "<html>log in</html>";
    assertThat(changes()).isEqualTo(1);
    assertThat(err.toString()).contains("answers 200; check that --url is");
    server.stop(0);
    assertThat(changes()).isEqualTo(1);
    assertThat(err.toString()).contains("goku changes: cannot connect to http://127.0.0.1:");
  }

  private int changes(String... options) {
    return run(new ChangesCommand(), options);
  }

  private int correlate(String... options) {
    return run(new CorrelateCommand(), options);
  }

  private int run(SearchCommand command, String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    all.add("--url=http://127.0.0.1:" + server.getAddress().getPort() + "/");
    return new CommandLine(command)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }
}
