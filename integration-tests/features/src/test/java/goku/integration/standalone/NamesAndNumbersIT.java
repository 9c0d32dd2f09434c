package goku.integration.standalone;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.PutProtocol;
import goku.integration.fixture.RejectedTopic;
import goku.integration.fixture.TelnetClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The names and numbers that real clients write, from each protocol to the text of the answers.
@TestInstance(Lifecycle.PER_CLASS)
class NamesAndNumbersIT {
  private static final List<String> METRICS =
      List.of("cpu", "cluster:cpu", "job:http_requests:rate5m", "disk.C:\\_");

  private final long now = Instant.now().getEpochSecond();

  @SuppressWarnings("NullAway.Init") // set before the first test
  private GokuProcess goku;

  @BeforeAll
  void start(@TempDir Path data) {
    goku = GokuProcess.start(data, "--no-agent");
  }

  @AfterAll
  void stop() {
    goku.close();
  }

  @ParameterizedTest
  @EnumSource(PutProtocol.class)
  void everyEndpointFindsMetricsWithColons(PutProtocol protocol) {
    var tags = Map.of("by", protocol.name());
    for (int i = 0; i < METRICS.size(); i++) {
      assertThat(protocol.put(goku, METRICS.get(i), now, Integer.toString(i), tags)).isEmpty();
    }
    for (int i = 0; i < METRICS.size(); i++) {
      String metric = METRICS.get(i);
      String datapoints = "\"dps\":{\"%d\":%d}".formatted(now, i);
      for (String sent : List.of(metric.replace("\\", "%5C"), URLEncoder.encode(metric, UTF_8))) {
        String filter = "%7Bby=" + protocol + "%7D";
        awaitAnswer("/api/query?start=1h-ago&m=none:" + sent + filter, datapoints);
        awaitAnswer(
            "/api/query/gexp?start=1h-ago&exp=alias(sum:" + sent + filter + ",%22found%22)",
            datapoints);
        awaitAnswer(
            "/api/query/last?resolve=true&timeseries=" + sent + filter,
            "\"value\":\"%d\"".formatted(i));
        awaitAnswer("/api/search/lookup?m=" + sent + filter, "\"totalResults\":1");
        awaitAnswer("/api/suggest?type=metrics&q=" + sent, '"' + metric.replace("\\", "\\\\"));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(PutProtocol.class)
  void integersHave64Bits(PutProtocol protocol) {
    String metric = "exact." + protocol.name();
    List<String> values =
        List.of("9007199254740993", "9223372036854775807", "-9223372036854775808");
    for (int i = 0; i < values.size(); i++) {
      assertThat(put(protocol, metric, i, values.get(i))).isEmpty();
    }
    for (int i = 0; i < values.size(); i++) {
      String datapoint = "\"%d\":%s".formatted(now + i, values.get(i));
      awaitAnswer("/api/query?start=1h-ago&m=sum:" + metric, datapoint);
    }
  }

  @ParameterizedTest
  @EnumSource(PutProtocol.class)
  void ratesOfLargeCountersAreExact(PutProtocol protocol) {
    String metric = "counter." + protocol.name();
    for (int i = 0; i < 3; i++) {
      String value = Long.toString(9_007_199_254_740_993L + i);
      assertThat(put(protocol, metric, i, value)).isEmpty();
    }
    awaitAnswer(
        "/api/query?start=1h-ago&m=sum:rate:" + metric,
        "\"dps\":{\"%d\":1.0,\"%d\":1.0}".formatted(now + 1, now + 2));
  }

  @ParameterizedTest
  @EnumSource(PutProtocol.class)
  void integersOf65BitsAreRefused(PutProtocol protocol) {
    String metric = "wide." + protocol.name();
    String refusal = put(protocol, metric, 0, "9223372036854775808");
    if (protocol == PutProtocol.KAFKA) {
      assertThat(RejectedTopic.reasons(goku.bootstrapServers(), 1))
          .containsOnly("value_out_of_range");
    } else {
      assertThat(refusal).contains("9223372036854775808").contains(metric);
    }
    assertThat(put(protocol, metric, 1, "1")).isEmpty();
    awaitAnswer("/api/query?start=1h-ago&m=sum:" + metric, "\"dps\":{\"%d\":1}".formatted(now + 1));
  }

  @Test
  void theLinesOfStatsAreValidPutLines() throws IOException {
    List<String> stats = new ArrayList<>();
    try (var telnet = new TelnetClient(goku.port())) {
      telnet.send("stats".getBytes(UTF_8));
      stats.addAll(telnet.exit());
    }
    assertThat(stats).hasSizeGreaterThan(100);
    try (var telnet = new TelnetClient(goku.port())) {
      for (String line : stats) {
        telnet.send(("put " + line).getBytes(UTF_8));
      }
      assertThat(telnet.exit()).isEmpty();
    }
    String metric = stats.getFirst().split(" ", 2)[0];
    awaitAnswer("/api/search/lookup?m=" + metric, '"' + metric + '"');
  }

  @Test
  void optionsOfTelnetAreSkipped() {
    byte[] options = {(byte) 0xff, (byte) 0xfb, 0x1f, (byte) 0xff, (byte) 0xfb, 0x20};
    String line = new String(options, ISO_8859_1) + "put negotiated " + now + " 7 host=a";
    try (var telnet = new TelnetClient(goku.port())) {
      telnet.send(line.getBytes(ISO_8859_1));
      assertThat(telnet.exit()).isEmpty();
    }
    awaitAnswer("/api/query?start=1h-ago&m=sum:negotiated", "\"%d\":7".formatted(now));
  }

  @Test
  void deflatedBodiesAreInflated() throws IOException {
    var body = new ByteArrayOutputStream();
    try (var deflater = new DeflaterOutputStream(body)) {
      deflater.write(
          "{\"metric\":\"deflated\",\"timestamp\":%d,\"value\":8,\"tags\":{\"host\":\"a\"}}"
              .formatted(now)
              .getBytes(UTF_8));
    }
    assertThat(
            goku.http()
                .post("/api/put", body.toByteArray(), "Content-Encoding", "deflate")
                .statusCode())
        .isEqualTo(204);
    awaitAnswer("/api/query?start=1h-ago&m=sum:deflated", "\"%d\":8".formatted(now));
  }

  private String put(PutProtocol protocol, String metric, int afterNow, String value) {
    return protocol.put(goku, metric, now + afterNow, value, Map.of("host", "a"));
  }

  private void awaitAnswer(String path, String fragment) {
    GokuHttp http = goku.http();
    await(path).untilAsserted(() -> assertThat(http.get(path).body()).contains(fragment));
  }
}
