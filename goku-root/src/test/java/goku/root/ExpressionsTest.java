package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.testkit.shard.TypedValue;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests of `/api/query/exp` and `/api/query/gexp` beyond the cases recorded from OpenTSDB.
class ExpressionsTest {
  private static final long START = 1_700_000_000;

  private final RootFixture root =
      new RootFixture(
          RootFixture.DEFAULTS,
          Instant.ofEpochSecond(START + 3600),
          RootFixture.namespace("ns1", new Sharding(1, 4)));

  @BeforeEach
  void load() {
    for (int minute = 0; minute < 10; minute++) {
      long millis = (START + 60L * minute) * 1000;
      root.put(SeriesName.of("used", Map.of("host", "x")), millis, minute);
      root.put(SeriesName.of("size", Map.of("host", "x")), millis, 4);
    }
  }

  @AfterEach
  void close() {
    root.close();
  }

  @Test
  void aShiftShowsTheDatapointsFromBeforeTheRange() throws Exception {
    JsonNode answer =
        gexp(
            "difference(sum:used{host=*},shift(sum:used{host=*},'2min'))",
            START + 240,
            START + 300);

    assertThat(answer).hasSize(1);
    assertThat(answer.get(0).get("dps").toString())
        .isEqualTo("{\"%d\":2.0,\"%d\":2.0}".formatted(START + 240, START + 300));
  }

  @Test
  void functionsKeepAllDigitsOfIntegers() throws Exception {
    long wide = (1L << 61) + 1; // a double has 53 bits
    root.put(
        SeriesName.of("wide", Map.of("host", "x")),
        START * 1000,
        TypedValue.parsed(Long.toString(-wide)));

    JsonNode answer = gexp("absolute(sum:wide)", START, START + 60);

    assertThat(answer.get(0).get("dps").toString()).isEqualTo("{\"%d\":%d}".formatted(START, wide));
  }

  @Test
  void aTimeOffsetShowsAMetricAsItWasBefore() throws Exception {
    JsonNode answer =
        exp(
            """
            {"time": {"start": "%d", "end": "%d", "aggregator": "sum"},
             "metrics": [{"id": "now", "metric": "used"},
                         {"id": "before", "metric": "used", "timeOffset": "3m-ago"}],
             "expressions": [{"id": "grown", "expr": "now - before"}]}
            """
                .formatted(START + 240, START + 300));

    assertThat(answer.get("outputs").get(0).get("dps").toString())
        .isEqualTo("[[%d000,3.0],[%d000,3.0]]".formatted(START + 240, START + 300));
  }

  @Test
  void theOutputOfAMetricIsCutToTheRangeAndFilledByItsPolicy() throws Exception {
    root.put(SeriesName.of("used", Map.of("host", "y")), (START + 61) * 1000, 7);

    JsonNode answer =
        exp(
            """
            {"time": {"start": "%d", "end": "%d", "aggregator": "sum"},
             "filters": [{"id": "f",
                 "tags": [{"type": "wildcard", "tagk": "host", "filter": "*", "groupBy": true}]}],
             "metrics": [{"id": "a", "metric": "used", "filter": "f",
                 "fillPolicy": {"policy": "nan"}}],
             "outputs": [{"id": "a", "alias": "Used"}]}
            """
                .formatted(START + 60, START + 61));

    JsonNode output = answer.get("outputs").get(0);
    assertThat(output.get("alias").asText()).isEqualTo("Used");
    assertThat(output.get("dps").toString())
        .isEqualTo("[[%d000,1.0,\"NaN\"],[%d000,\"NaN\",7.0]]".formatted(START + 60, START + 61));
    assertThat(output.get("dpsMeta").get("setCount").asInt()).isEqualTo(2);
  }

  @Test
  void theSwitchesOfAQueryWorkForFunctions() throws Exception {
    Reply reply =
        root.get(
            "/api/query/gexp",
            "start",
            Long.toString(START),
            "end",
            Long.toString(START + 60),
            "exp",
            "divide(sum:used{host=x},sum:size{host=x})",
            "ms",
            "",
            "arrays",
            "",
            "show_query",
            "",
            "show_tsuids",
            "",
            "show_summary",
            "");

    JsonNode answer = new ObjectMapper().readTree(reply.body());
    JsonNode series = answer.get(0);
    assertThat(series.get("metric").asText()).isEqualTo("size");
    assertThat(series.get("dps").toString())
        .isEqualTo("[[%d000,0.0],[%d000,0.25]]".formatted(START, START + 60));
    assertThat(series.get("query").get("metric").asText()).isEqualTo("used");
    assertThat(series.get("tsuids")).hasSize(2);
    assertThat(answer.get(1).has("statsSummary")).isTrue();
  }

  @Test
  void badRequestsAreNamed() throws Exception {
    refused("{}", "missing time");
    refused(request("\"metrics\": 1"), "'metrics' must be an array");
    refused(request("\"metrics\": [{\"id\": \"a-b\", \"metric\": \"used\"}]"), "Invalid id 'a-b'");
    refused(metric("\"aggregator\": \"total\""), "Invalid aggregator 'total' for the metric 'a'");
    refused(metric("\"filter\": \"f\""), "unrecognized filter id f in metric a");
    refused(
        request(
            """
            "filters": [{"id": "f", "tags": [{"type": "regexp", "tagk": "host", "filter": "[("}]}],
            "metrics": [{"id": "a", "metric": "used", "filter": "f"}]
            """),
        "'[(' is not a regular expression");
    refused(metric("\"timeOffset\": \"1d\""), "timeOffset must be a time such as 1h-ago, not 1d");
    refused(metric("\"fillPolicy\": {\"policy\": \"linear\"}"), "Unrecognized fill policy: linear");
    refused(
        metric("\"fillPolicy\": {\"policy\": \"zero\", \"value\": 1}"),
        "cannot have the value 1.0");
    refused(expression("\"expr\": \"a +\""), "Unexpected 'the end' at position 4");
    refused(expression("\"expr\": \"a + zz\""), "uses 'zz'");
    refused(expression("\"expr\": \"a\", \"join\": {}"), "missing or empty 'operator' of join");
    refused(
        expression("\"expr\": \"a\", \"join\": {\"operator\": \"cross\"}"),
        "Unrecognized join operator: cross");
  }

  private static String metric(String members) {
    return request("\"metrics\": [{\"id\": \"a\", \"metric\": \"used\", %s}]".formatted(members));
  }

  private static String expression(String members) {
    return request(
        "\"metrics\": [{\"id\": \"a\", \"metric\": \"used\"}], \"expressions\": [{\"id\": \"e\", %s}]"
            .formatted(members));
  }

  private static String request(String members) {
    return "{\"time\": {\"start\": \"%d\", \"aggregator\": \"sum\"}, %s}".formatted(START, members);
  }

  private void refused(String body, String message) throws Exception {
    Reply reply = root.post("/api/query/exp", body);
    assertThat(reply.status()).as(reply.body()).isEqualTo(400);
    assertThat(reply.body()).contains(message);
  }

  private JsonNode exp(String body) throws Exception {
    Reply reply = root.post("/api/query/exp", body);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return new ObjectMapper().readTree(reply.body());
  }

  private JsonNode gexp(String exp, long start, long end) throws Exception {
    Reply reply =
        root.get(
            "/api/query/gexp",
            "start",
            Long.toString(start),
            "end",
            Long.toString(end),
            "exp",
            exp);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return new ObjectMapper().readTree(reply.body());
  }
}
