package goku.root;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.http.HttpRequest;
import goku.model.SeriesName;
import goku.model.Sharding;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of a host that stopped reporting within the hour. Its last datapoints are read, but none
/// lies in the range. Another host still reports.
class StoppedSeriesTest {
  /// The start of an hour.
  private static final long HOUR = 1_800_000_000;

  private static final long START = HOUR + 1800;
  private static final long END = HOUR + 2100;

  private final RootFixture root = root(false);
  private final RootFixture strict = root(true);

  private static RootFixture root(boolean strict) {
    return new RootFixture(
        RootFixture.config("--strict=" + strict),
        Instant.ofEpochSecond(END),
        RootFixture.namespace("ns1", new Sharding(1, 2)));
  }

  @BeforeEach
  void fill() {
    for (RootFixture one : new RootFixture[] {root, strict}) {
      one.put(SeriesName.of("cpu", Map.of("host", "stopped")), (HOUR + 60) * 1000, 1);
      one.put(SeriesName.of("cpu", Map.of("host", "runs")), (START + 60) * 1000, 2);
    }
  }

  @AfterEach
  void close() {
    root.close();
    strict.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sum:cpu{host=*}", "sum:1m-avg:cpu{host=*}", "none:cpu", "sum:rate:cpu{host=*}"})
  void itIsLeftOutUnlessStrict(String m) throws Exception {
    assertThat(get(root, m)).doesNotContain("stopped", "\"dps\":{}");
    assertThat(get(strict, m)).contains("stopped", "\"dps\":{}");
  }

  @Test
  void aQueryOfOnlyThisHostHasNoData() throws Exception {
    assertThat(get(root, "sum:1m-avg:cpu{host=stopped}")).isEqualTo("[]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nan", "null", "zero"})
  void itsMinutesAreFilled(String fill) throws Exception {
    String m = "sum:1m-avg-%s:cpu{host=*}".formatted(fill);
    assertThat(get(root, m)).contains("stopped").isEqualTo(get(strict, m));
  }

  @Test
  void forTheClientThatCannotReadGapsItIsLeftOutIfItHasNothingElse() throws Exception {
    assertThat(alert("1m-avg-nan")).contains("runs").doesNotContain("stopped");
    assertThat(alert("1m-avg-zero")).contains("runs", "stopped");
  }

  @Test
  void theFirstPageStillNamesIt() throws Exception {
    Reply page =
        root.get(
            "/api/query", "start", Long.toString(START), "m", "sum:cpu{host=*}", "page", "true");
    assertThat(page.body()).contains("stopped");
  }

  private String alert(String downsample) throws Exception {
    String body =
        """
        {"start": %d, "end": %d, "queries": [{"metric": "cpu", "aggregator": "sum",
          "downsample": "%s",
          "filters": [{"type": "wildcard", "tagk": "host", "filter": "*", "groupBy": true}]}]}
        """
            .formatted(START, END, downsample);
    Map<String, String> headers = Map.of("user-agent", "Go-http-client/1.1");
    return root.answer(
            new HttpRequest("POST", "/api/query", Map.of(), headers, body.getBytes(UTF_8), "test"))
        .body();
  }

  private static String get(RootFixture root, String m) throws Exception {
    Reply reply =
        root.get("/api/query", "start", Long.toString(START), "end", Long.toString(END), "m", m);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.body();
  }
}
