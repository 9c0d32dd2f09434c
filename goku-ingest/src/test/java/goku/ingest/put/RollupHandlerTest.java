package goku.ingest.put;

import static goku.ingest.put.PutFixture.kafka;
import static goku.ingest.put.PutFixture.post;
import static goku.ingest.put.PutFixture.stored;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.ingest.routing.IngestMetrics;
import goku.model.FormatLevel;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The answers of `/api/rollup`. Those that OpenTSDB 2.4.1 gives to the same requests were recorded
/// on 2026-11-29 from a server with rollups of an hour.
class RollupHandlerTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MockProducer<byte[], byte[]> kafka = kafka(true);
  private final PutHandler rollups = handler(RefusedPuts.ERROR, FormatLevel.newest());

  private PutHandler handler(RefusedPuts refused, FormatLevel formats) {
    return new PutHandler(
        PutFixture.settingsWithRollups(refused, formats),
        PutKind.ROLLUPS,
        kafka,
        new IngestMetrics(registry, "rollup"));
  }

  private static String rollup(String fields) {
    return "{\"metric\":\"m\",\"timestamp\":1699999200,\"value\":42,\"tags\":{\"a\":\"b\"}"
        + (fields.isEmpty() ? "" : ",")
        + fields.replace('\'', '"')
        + "}";
  }

  private static String text(HttpResponse answer) throws IOException {
    var out = new ByteArrayOutputStream();
    answer.body().writeTo(out);
    return answer.status() + " " + out.toString(UTF_8);
  }

  @Test
  void aRollupIsASeriesOfItsOwn() {
    assertThat(rollups.handle(post(rollup("'interval':'1h','aggregator':'sum'"))).status())
        .isEqualTo(204);
    assertThat(stored(kafka)).containsExactly("m\u001er3600000-sum a=b @1699999200000 42.0");
    assertThat(registry.get("goku.ingest.datapoints").tag("source", "rollup").counter().count())
        .isEqualTo(1);
  }

  @Test
  void aRollupBeginsWithItsInterval() {
    String late =
        rollup("'interval':'1h','aggregator':'count'").replace("1699999200", "1699999999");
    assertThat(rollups.handle(post(late)).status()).isEqualTo(204);
    assertThat(stored(kafka)).containsExactly("m\u001er3600000-count a=b @1699999200000 42.0");
  }

  @Test
  void differentWordsForOneIntervalAreOneSeries() {
    String all =
        "[%s,%s,%s]"
            .formatted(
                rollup("'interval':'15m','aggregator':'MIN'"),
                rollup("'interval':'900s','aggregator':'min'"),
                rollup("'groupByAggregator':null,'aggregator':'max','interval':'15m'"));
    assertThat(rollups.handle(post(all)).status()).isEqualTo(204);
    assertThat(stored(kafka))
        .containsExactly(
            "m\u001er900000-max a=b @1699999200000 42.0",
            "m\u001er900000-min a=b @1699999200000 42.0",
            "m\u001er900000-min a=b @1699999200000 42.0");
  }

  /// The first two messages are those of OpenTSDB, which says `Unexpected exception` for an unknown
  /// interval.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'aggregator':'sum'|Missing interval (metric \"m\")",
        "'interval':'1h'|Missing aggregator (metric \"m\")",
        "'interval':'','aggregator':'sum'|Missing interval (metric \"m\")",
        "'interval':'1h','aggregator':''|Missing aggregator (metric \"m\")",
        "'interval':null,'aggregator':'sum'|Missing interval (metric \"m\")",
        "'interval':'foo','aggregator':'sum'|Invalid interval (\"foo\"): wanted a number and a"
            + " unit, such as 15m or 1h (metric \"m\")",
        "'interval':'0m','aggregator':'sum'|Invalid interval (\"0m\"): wanted a number and a unit,"
            + " such as 15m or 1h (metric \"m\")",
        "'interval':'1h','aggregator':'avg'|Invalid aggregator (\"avg\"): wanted one of sum, count,"
            + " min, max; averages are computed from sum and count (metric \"m\")",
        "'interval':'1h','aggregator':'sum','groupByAggregator':'max'|Invalid groupByAggregator"
            + " (\"max\"): pre-aggregated values are not stored; leave it out (metric \"m\")",
        "'interval':'2h','aggregator':'sum'|Invalid interval (2h): namespace ns1 keeps rollups of"
            + " 15m, 1h; metric 'm' takes rollups of these intervals only",
        "'interval':{},'aggregator':'sum'|Unable to parse the given JSON: field interval cannot be"
            + " START_OBJECT (metric \"m\")",
      })
  void wrongFieldsAreNamed(String fields, String message) throws IOException {
    String json = rollup(fields);
    String body = text(rollups.handle(post(json, "details")));
    assertThat(body)
        .isEqualTo(
            "400 {\"success\":0,\"failed\":1,\"errors\":[{\"datapoint\":%s,\"error\":\"%s\"}]}"
                .formatted(json, message.replace("\"", "\\\"")));
    assertThat(stored(kafka)).isEmpty();
  }

  @Test
  void wrongRollupsDoNotAffectTheirNeighbours() throws IOException {
    String good = rollup("'interval':'1h','aggregator':'sum'");
    String both = "[" + good + "," + rollup("'interval':'2h','aggregator':'sum'") + "]";
    assertThat(text(rollups.handle(post(both, "summary"))))
        .isEqualTo("400 {\"success\":1,\"failed\":1}");
    assertThat(stored(kafka)).hasSize(1);
    assertThat(
            registry
                .get("goku.ingest.rejected")
                .tags("source", "rollup", "reason", "rollup_invalid")
                .counter()
                .count())
        .isEqualTo(1);
    assertThat(text(rollups.handle(post(good, "sync", "details"))))
        .isEqualTo("200 {\"success\":1,\"failed\":0,\"errors\":[]}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-Infinity"})
  void nanAndInfinityCostOnlyTheirRollup(String value) throws IOException {
    String good = rollup("'interval':'1h','aggregator':'sum'");
    String all = "[%s,%s,%s]".formatted(good, good.replace("42", value), good);
    assertThat(text(rollups.handle(post(all, "details"))))
        .startsWith("400 {\"success\":2,\"failed\":1,");
    assertThat(stored(kafka))
        .containsExactly(
            "m\u001er3600000-sum a=b @1699999200000 42.0",
            "m\u001er3600000-sum a=b @1699999200000 42.0");
  }

  @Test
  void theLastValueOfATagKeyThatIsGivenTwiceCounts() {
    String twice =
        rollup("'interval':'1h','aggregator':'sum'").replace("{\"a\":", "{\"a\":\"first\",\"a\":");
    assertThat(rollups.handle(post(twice)).status()).isEqualTo(204);
    assertThat(stored(kafka)).containsExactly("m\u001er3600000-sum a=b @1699999200000 42.0");
  }

  @Test
  void theFieldsOfADatapointHaveTheErrorsOfPuts() throws IOException {
    String good = rollup("'interval':'1h','aggregator':'sum'");
    assertThat(text(rollups.handle(post(good.replace("42", "\"abc\""), "details"))))
        .contains("Unable to parse value to a number");
    assertThat(text(rollups.handle(post(good.replace("\"m\"", "\"\""), "details"))))
        .contains("Metric name was empty");
    assertThat(text(rollups.handle(post(good.replace("1699999200", "1690000000"), "details"))))
        .contains("Invalid timestamp");
    var nothing = catchThrowableOfType(HttpError.class, () -> rollups.handle(post("[]")));
    assertThat(nothing).hasMessage("No datapoints found in content");
    var error =
        catchThrowableOfType(
            HttpError.class, () -> rollups.handle(post(rollup("'interval':'1h'"))));
    assertThat(error).hasMessage("One or more data points had errors");
  }

  @Test
  void onlyPostIsAllowed() {
    var get = new HttpRequest("GET", "/api/rollup", Map.of(), Map.of(), new byte[0], "test");
    var error = catchThrowableOfType(HttpError.class, () -> rollups.handle(get));
    assertThat(error.status()).isEqualTo(405);
    assertThat(error.details()).isEqualTo("/api/rollup takes POST, not GET");
  }

  @Test
  void rejectedRollupsDoNotLookLikeDatapointsOnTheRejectedTopic() {
    PutHandler accepting = handler(RefusedPuts.ACCEPT, FormatLevel.newest());
    assertThat(accepting.handle(post(rollup("'interval':'2h','aggregator':'sum'"))).status())
        .isEqualTo(204);
    var header = kafka.history().getFirst().headers().lastHeader("endpoint");
    assertThat(new String(header.value(), UTF_8)).isEqualTo("/api/rollup");
  }

  @Test
  void nothingIsStoredBeforeAllProcessesReadRollups() {
    PutHandler early = handler(RefusedPuts.ERROR, FormatLevel.fixed(FormatLevel.RENAMES));
    var error =
        catchThrowableOfType(
            HttpError.class,
            () -> early.handle(post(rollup("'interval':'1h','aggregator':'sum'"))));
    assertThat(error.status()).isEqualTo(503);
    assertThat(error)
        .hasMessage(
            "cannot store rollups before format level 6 is in force, now it is 5: see `goku cluster"
                + " formats`");
    assertThat(kafka.history()).isEmpty();
  }
}
