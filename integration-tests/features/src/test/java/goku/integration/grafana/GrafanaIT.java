package goku.integration.grafana;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.HttpWire;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Queries as both clients of Grafana send them, at a server with its defaults.
@TestInstance(Lifecycle.PER_CLASS)
class GrafanaIT {
  private final GrafanaData data = new GrafanaData(Instant.now());
  private final long start = data.start();

  @SuppressWarnings("NullAway.Init") // set before the first test
  private GokuProcess goku;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private GrafanaClient browser;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private GrafanaClient go12;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private GrafanaClient go13;

  @BeforeAll
  void startAndLoad(@TempDir Path directory) {
    goku = GokuProcess.start(directory.resolve("data"), "--no-agent");
    browser = GrafanaClient.browser(goku.port());
    go12 = GrafanaClient.goUpTo12(goku.port());
    go13 = GrafanaClient.go13(goku.port());
    data.load(goku.http());
  }

  @AfterAll
  void stop() {
    goku.close();
  }

  @Test
  void aPanelOfTheBrowserClient() {
    JsonNode answer =
        browser.series(
            "/api/query",
            """
            {"start": %d123, "end": %d123, "msResolution": true, "globalAnnotations": true,
             "showQuery": true, "queries": [
              {"metric": "app.cpu", "aggregator": "sum", "downsample": "30s-avg-zero",
               "rate": true,
               "rateOptions": {"counter": true, "counterMax": 65535, "resetValue": 1000,
                               "dropResets": false, "$$hashKey": "object:1"},
               "filters": [
                {"type": "literal_or", "tagk": "host", "filter": "web01|web02", "groupBy": true,
                 "$$hashKey": "object:2"},
                {"type": "regexp", "tagk": "dc", "filter": "^(lon|par)$", "groupBy": false},
                {"type": "wildcard", "tagk": "env", "filter": "*", "groupBy": false}],
               "explicitTags": true},
              {"metric": "app.cpu", "aggregator": "max", "downsample": "30s-avg",
               "tags": {"host": "*"}}]}
            """
                .formatted(start - 1, start + 600));
    assertThat(answer).hasSize(5);
    for (JsonNode series : answer) {
      assertThat(series.get("metric").asText()).isEqualTo("app.cpu");
      assertThat(series.get("tags").properties())
          .allSatisfy(tag -> assertThat(tag.getValue().isTextual()).isTrue());
      assertThat(series.get("aggregateTags").isArray()).isTrue();
      assertThat(times(series)).isNotEmpty().isSorted().allMatch(time -> time >= start * 1000);
    }
    assertThat(texts(answer, "/query/index")).containsExactly("0", "0", "1", "1", "1");
    assertThat(texts(answer, "/tags/host"))
        .containsExactly("web01", "web02", "web01", "web02", "web03");
  }

  @Test
  void theLegendIsMadeOfTagsThatAreEqualInAGroup() {
    JsonNode answer = browser.series("/api/query", panel("\"tags\": {\"dc\": \"*\"}"));
    JsonNode lon = answer.get(0);
    assertThat(lon.get("tags").toString()).isEqualTo("{\"dc\":\"lon\",\"env\":\"prod\"}");
    assertThat(lon.get("aggregateTags").toString()).isEqualTo("[\"host\"]");
  }

  @Test
  void millisecondsInTheRequestDoNotMakeMillisecondsInTheAnswer() {
    JsonNode answer = browser.series("/api/query", panel("\"tags\": {}"));
    assertThat(times(answer.get(0))).hasSize(30).first().isEqualTo(start);
  }

  @Test
  void refreshesAnswerTheSameSeriesInTheSameOrder() {
    String panel = panel("\"tags\": {\"host\": \"*\"}");
    String first = browser.post("/api/query", panel).text();
    for (int i = 0; i < 5; i++) {
      assertThat(browser.post("/api/query", panel).text()).isEqualTo(first);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"tags\": []",
        "\"tags\": {}",
        "\"tags\": null",
        "\"filters\": []",
        "\"filters\": [], \"tags\": {\"host\": \"web01|web02|web03\"}",
        "\"downsample\": \"20s-sum-\"",
        "\"rate\": \"false\", \"rateOptions\": {\"counterMax\": 0, \"$$hashKey\": \"x\"}",
        "\"refId\": \"A\", \"hide\": false, \"currentFilterType\": \"iliteral_or\""
      })
  void takesWhatDashboardsOfAllAgesHold(String members) {
    JsonNode answer = browser.series("/api/query", panel(members));
    assertThat(answer.get(0).at("/dps/" + (start + 200)).asDouble()).isIn(13.5, 10.0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"500ms", "1s", "15s", "1m", "30m", "12h", "1d", "7d", "30d", "1y", "0all"})
  void everyIntervalOfTheEditorIsTaken(String interval) {
    JsonNode answer =
        browser.series("/api/query", panel("\"downsample\": \"%s-sum\"".formatted(interval)));
    assertThat(answer.size()).as("a long step begins before the range").isLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"wildcard(web01), 1", "wildcard(web01|web03), 2", "literal_or(web02), 1"})
  void variablesFillFilters(String filter, int series) {
    String panel = panel("\"tags\": {\"host\": \"%s\"}".formatted(filter));
    assertThat(browser.series("/api/query", panel)).hasSize(series);
  }

  @Test
  void aVariableWithAllValuesMakesAFilterOfHundredsOfKilobytes() {
    String values =
        IntStream.range(1, 30_000).mapToObj("web%02d"::formatted).collect(Collectors.joining("|"));
    assertThat(values).hasSizeGreaterThan(200_000);
    String filter =
        "\"filters\": [{\"type\": \"literal_or\", \"tagk\": \"host\", \"groupBy\": true,"
            + " \"filter\": \"%s\"}]".formatted(values);
    assertThat(texts(browser.series("/api/query", panel(filter)), "/tags/host"))
        .containsExactly("web01", "web02", "web03");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1m-avg-nan", "1m-avg-null"})
  void theBrowserDrawsAGapAtNull(String downsample) {
    JsonNode answer =
        browser.series(
            "/api/query",
            """
            {"start": %d000, "end": %d000, "msResolution": false, "globalAnnotations": true,
             "queries": [{"metric": "app.gaps", "aggregator": "sum", "downsample": "%s"}]}
            """
                .formatted(start, start + 240, downsample));
    assertThat(values(answer.get(0))).containsExactly("1.0", "2.0", "null", "null", "5.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1m-avg-nan", "1m-avg-null", "1m-avg-none", "1m-avg-", "1m-avg"})
  void theGoClientGetsNoDatapointWhereThereIsNone(String downsample) {
    String query = "\"metric\": \"app.gaps\", \"aggregator\": \"sum\", \"downsample\": \"%s\"";
    for (GrafanaClient client : List.of(go12, go13)) {
      JsonNode map = client.series("/api/query", rule(query.formatted(downsample)));
      assertThat(times(map.get(0))).containsExactly(start, start + 60, start + 240);
      JsonNode arrays = client.series("/api/query?arrays=true", rule(query.formatted(downsample)));
      assertThat(arrays.get(0).get("dps").toString())
          .isEqualTo("[[%d,1.0],[%d,2.0],[%d,5.0]]".formatted(start, start + 60, start + 240));
    }
  }

  @Test
  void aSeriesWithoutDatapointsInTheRangeIsLeftOut() {
    String query =
        """
        {"start": %d, "end": %d, "queries": [{"metric": "app.gaps", "aggregator": "sum"}]}
        """
            .formatted(start + 61, start + 70);
    assertThat(go13.series("/api/query?arrays=true", query).toString()).isEqualTo("[]");
  }

  @Test
  void theRuleOfAnAlert() {
    JsonNode answer =
        go12.series(
            "/api/query?arrays=true",
            """
            {"start": %d000, "end": %d000, "queries": [
              {"metric": "app.cpu", "aggregator": "avg", "downsample": "1m-avg",
               "filters": [{"type": "wildcard", "tagk": "host", "filter": "*",
                            "groupBy": true}]}]}
            """
                .formatted(start, start + 600));
    assertThat(texts(answer, "/tags/host")).containsExactly("web01", "web02", "web03");
    for (JsonNode series : answer) {
      List<Long> times = new ArrayList<>();
      for (JsonNode point : series.get("dps")) {
        assertThat(point).hasSize(2).allMatch(JsonNode::isNumber);
        times.add(point.get(0).asLong());
      }
      assertThat(times).hasSize(10).isSorted().first().isEqualTo(start);
    }
  }

  @Test
  void countersOfTheGoClient() {
    String counter =
        "\"metric\": \"app.counter\", \"aggregator\": \"sum\", \"rate\": true, \"rateOptions\": ";
    String dropping = "{\"counter\": true, \"dropResets\": true}";
    JsonNode dropped = go13.series("/api/query", rule(counter + dropping));
    assertThat(times(dropped.get(0))).containsExactly(start + 60, start + 180);
    // text of the editor arrives as 0, which means that nothing was given
    String empty = "{\"counter\": true, \"counterMax\": 0, \"resetValue\": 0}";
    String given = "{\"counter\": true}";
    assertThat(go12.series("/api/query", rule(counter + empty)))
        .isEqualTo(go12.series("/api/query", rule(counter + given)));
    String unsigned = "{\"counter\": true, \"counterMax\": 1.8446744073709552e19}";
    JsonNode wrapped = go13.series("/api/query", rule(counter + unsigned));
    assertThat(wrapped.get(0).at("/dps/" + (start + 120)).asDouble()).isGreaterThan(3e17);
  }

  @Test
  void aHostThatHasStoppedReportingIsNoData() {
    String query =
        """
        {"start": %d, "end": %d, "queries": [{"metric": "app.cpu", "aggregator": "sum",
         "tags": {"host": "web01"}}]}
        """
            .formatted(start - 86_400, start - 82_800);
    assertThat(go13.post("/api/query", query).text()).isEqualTo("[]");
    assertThat(browser.post("/api/query", query).text()).isEqualTo("[]");
  }

  @Test
  void anAnnotationIsAskedForAsASum() {
    JsonNode answer =
        browser.series(
            "/api/query",
            """
            {"start": %d000, "msResolution": false, "globalAnnotations": true,
             "queries": [{"aggregator": "sum", "metric": "app.gaps"}]}
            """
                .formatted(start));
    assertThat(answer).hasSize(1);
    assertThat(times(answer.get(0))).hasSize(3);
  }

  @Test
  void answersAreZippedForThoseWhoUnzip() {
    String panel = panel("\"tags\": {\"host\": \"*\"}");
    assertThat(browser.post("/api/query", panel).headers())
        .containsEntry("content-encoding", "gzip");
    HttpWire.Reply plain =
        new HttpWire(goku.port()).send("POST", "/api/query", Map.of(), panel.getBytes(UTF_8));
    assertThat(plain.headers()).doesNotContainKey("content-encoding");
    assertThat(plain.text()).isEqualTo(browser.post("/api/query", panel).text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"metric\": \"app.cpu\", \"aggregator\": \"\"}; the aggregation function",
        "{\"metric\": \"app.cpu\", \"aggregator\": \"sum\", \"downsample\": \"1m-\"};"
            + " the function is missing",
        "{\"metric\": \"app.cpu\", \"aggregator\": \"sum\", \"downsample\": \"$interval-avg\"};"
            + " $interval",
        "{\"metric\": \"app.cpu\", \"aggregator\": \"sum\", \"downsample\": \"30s-undefined\"};"
            + " undefined"
      })
  void errorsSayTheCauseInTheBodyAndInTheReasonPhrase(String query, String cause) {
    String body = "{\"start\": %d, \"queries\": [%s]}".formatted(start, query);
    HttpWire.Reply reply = go13.post("/api/query", body);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.reason()).contains(cause);
    JsonNode error = GokuHttp.parse(reply.text()).get("error");
    assertThat(error.get("code").asInt()).isEqualTo(400);
    assertThat(error.get("message").asText()).contains(cause);
  }

  @Test
  void whoeverIsNotGrafanaGetsGapsAsOpenTsdbWritesThem() {
    String query =
        "/api/query?start=%d&end=%d&m=sum:1m-avg-nan:app.gaps".formatted(start, start + 240);
    assertThat(goku.http().get(query).body()).contains("\"NaN\"");
    assertThat(go13.get(query).text()).as("Grafana does not ask by GET").contains("\"NaN\"");
  }

  /// One query of a panel, over all ten minutes.
  private String panel(String members) {
    return """
    {"start": %d000, "end": %d000, "msResolution": false, "globalAnnotations": true, "queries": [
      {"metric": "app.cpu", "aggregator": "sum", %s}]}
    """
        .formatted(start, start + 600, members);
  }

  /// One query of the Go client from version 13 on.
  private String rule(String members) {
    return "{\"start\": %d, \"end\": %d, \"queries\": [{%s}]}"
        .formatted(start, start + 240, members);
  }

  private static List<Long> times(JsonNode series) {
    List<Long> times = new ArrayList<>();
    series.get("dps").fieldNames().forEachRemaining(time -> times.add(Long.valueOf(time)));
    return times;
  }

  private static List<String> values(JsonNode series) {
    List<String> values = new ArrayList<>();
    series.get("dps").forEach(value -> values.add(value.toString()));
    return values;
  }

  private static List<String> texts(JsonNode answer, String pointer) {
    return StreamSupport.stream(answer.spliterator(), false)
        .map(series -> series.at(pointer).asText())
        .toList();
  }
}
