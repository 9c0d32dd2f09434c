package goku.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.config.ConfigLoader;
import goku.embedded.DataDirectory;
import goku.testkit.TestPorts;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A metric is blocked and unblocked in a standalone process, whose clock a test sets: the
/// ingestor, queries, finalization and compaction obey within 5 s, without a restart.
class BlockingStandaloneTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long HOUR = Duration.ofHours(1).toMillis();

  private static final String NAMESPACES =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 15m
          memory-ttl: 12h
          disk:
            raw-ttl: 4d
            rollups: []
            shard-groups: 1
            shards-per-group: 1
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 1
          shards-per-group: 1
      """;

  @TempDir private Path directory;

  private final HttpClient http = HttpClient.newHttpClient();
  private int port;
  private int adminPort;

  @Test
  void aRuleIsInForceAtAllStagesAndSoIsItsEnd() throws Exception {
    // in the past, since Kafka stamps records with the time of the machine
    long day = Duration.ofDays(1).toMillis();
    long begin = (Instant.now().toEpochMilli() / day - 3) * day;
    var now = new AtomicReference<>(Instant.ofEpochMilli(begin + HOUR / 6));
    InstantSource clock = now::get;
    Path namespaces = Files.writeString(directory.resolve("namespaces.yaml"), NAMESPACES);
    port = TestPorts.next();
    StandaloneConfig config =
        ConfigLoader.defaults(
            StandaloneConfig.class,
            "--data=" + directory.resolve("data"),
            "--port=" + port,
            "--admin.port=0",
            "--kafka-port=0",
            "--agent=false",
            "--compaction-interval=200ms",
            "--root.skip-unresolved=false",
            "--namespaces=" + namespaces);
    var progress = new StartupProgress(new PrintStream(PrintStream.nullOutputStream()), clock);
    try (var data = DataDirectory.open(config.data());
        var service = new StandaloneService(config, data, progress, clock)) {
      service.start();
      adminPort = service.server().adminPort();
      Awaitility.await("ready").until(() -> service.notReady().isEmpty());
      for (String metric : new String[] {"kept", "left.out", "merged.out", "back"}) {
        assertThat(put(metric, begin + 60_000, 1)).isEmpty();
        awaitPoints(metric, begin, 1);
      }

      // the ingestor and queries
      assertThat(goku("add", "--prefix", "--reason=nobody asks", "left.")).contains("left.*");
      assertThat(goku("add", "back")).contains("back");
      Awaitility.await("refused")
          .untilAsserted(
              () ->
                  assertThat(put("left.out", begin + 120_000, 2))
                      .isEqualTo("metric 'left.out' is blocked by rule 'left.*'"));
      assertThat(query("left.out", begin).statusCode()).isEqualTo(400);
      assertThat(get("/api/suggest?type=metrics").body()).isEqualTo("[\"kept\",\"merged.out\"]");
      assertThat(goku("list")).contains("left.*  nobody asks", "back");

      // unblocked before the window is over, nothing is lost
      assertThat(goku("remove", "back")).isEmpty();
      Awaitility.await("taken").until(() -> put("back", begin + 180_000, 2).isEmpty());
      awaitPoints("back", begin, 2);

      // finalization
      now.set(Instant.ofEpochMilli(begin + 3 * HOUR));
      Awaitility.await("finalized").until(() -> counter("goku_short_blocked_series_total") == 1);

      // compaction, of a metric that the file has
      assertThat(goku("add", "merged.out")).contains("merged.out");
      now.set(Instant.ofEpochMilli(begin + 9 * HOUR));
      Awaitility.await("compacted")
          .until(() -> counter("goku_compactor_blocked_series_total") >= 1);

      // memory has lost all of it, and the disk holds only metrics that were not blocked
      now.set(Instant.ofEpochMilli(begin + 20 * HOUR));
      goku("remove", "--prefix", "left.");
      goku("remove", "merged.out");
      assertThat(goku("list")).contains("nothing is blocked");
      awaitPoints("kept", begin, 1);
      awaitPoints("back", begin, 2);
      for (String metric : new String[] {"left.out", "merged.out"}) {
        Awaitility.await("gone")
            .until(
                () -> {
                  // memory keeps a window until GokuL has had time to load its bucket
                  now.set(now.get().plusSeconds(30));
                  return query(metric, begin).body().contains("No such name");
                });
        long recent = now.get().toEpochMilli() - 60_000;
        Awaitility.await("taken").until(() -> put(metric, recent, 3).isEmpty());
        awaitPoints(metric, begin, 1);
      }
    }
  }

  private String goku(String... arguments) {
    var out = new StringWriter();
    String[] all = new String[arguments.length + 2];
    all[0] = "block";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[all.length - 1] = "--url=http://127.0.0.1:" + adminPort;
    var line = GokuMain.commandLine(Map.of());
    int exit = line.setOut(new PrintWriter(out, true)).execute(all);
    assertThat(exit).as(String.join(" ", all)).isZero();
    return out.toString();
  }

  private void awaitPoints(String metric, long begin, int count) {
    Awaitility.await("%d datapoints of %s".formatted(count, metric))
        .until(
            () -> {
              HttpResponse<String> answer = query(metric, begin);
              JsonNode points = JSON.readTree(answer.body()).path(0).path("dps");
              return answer.statusCode() == 200 && points.size() == count;
            });
  }

  private HttpResponse<String> query(String metric, long begin) throws Exception {
    return get(
        "/api/query?start=%d&end=%d&m=%s"
            .formatted(begin, begin + 24 * HOUR, URLEncoder.encode("sum:" + metric, UTF_8)));
  }

  /// Returns why the datapoint was rejected; empty if it was not.
  private String put(String metric, long time, double value) throws Exception {
    String body =
        "{\"metric\":\"%s\",\"timestamp\":%d,\"value\":%s,\"tags\":{\"host\":\"a\"}}"
            .formatted(metric, time / 1000, value);
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/put?details"))
            .POST(HttpRequest.BodyPublishers.ofString(body));
    String answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
    return JSON.readTree(answer).path("errors").path(0).path("error").asText();
  }

  private double counter(String name) throws Exception {
    return get(adminPort, "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private HttpResponse<String> get(String path) throws Exception {
    return get(port, path);
  }

  private HttpResponse<String> get(int port, String path) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
