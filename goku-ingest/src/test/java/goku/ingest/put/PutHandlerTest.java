package goku.ingest.put;

import static goku.ingest.put.PutFixture.kafka;
import static goku.ingest.put.PutFixture.point;
import static goku.ingest.put.PutFixture.post;
import static goku.ingest.put.PutFixture.settings;
import static goku.ingest.put.PutFixture.stored;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import goku.http.HttpError;
import goku.http.HttpResponse;
import goku.ingest.Points;
import goku.ingest.parse.SeriesNameRules;
import goku.ingest.routing.IngestMetrics;
import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.Live;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PutHandlerTest {
  private static final String GOOD = point("m", "1");
  private static final String BAD = point("x", "\"abc\"");
  private static final List<String> ONE = List.of("m a=b @1700000000000 1.0");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MockProducer<byte[], byte[]> kafka = kafka(true);
  private final PutHandler put = handler(Points.RULES, kafka);

  private PutHandler handler(SeriesNameRules rules, MockProducer<byte[], byte[]> producer) {
    return new PutHandler(
        settings(rules), PutKind.DATAPOINTS, producer, new IngestMetrics(registry, "http"));
  }

  @Test
  void goodPutIsAnsweredWithoutABody() {
    assertThat(put.handle(post(GOOD)).status()).isEqualTo(204);
    assertThat(put.handle(post("[" + GOOD + "]", "sync")).status()).isEqualTo(204);
    assertThat(stored(kafka)).containsExactly(ONE.getFirst(), ONE.getFirst());
  }

  @Test
  void summaryAndDetailsAskForABody() throws IOException {
    assertThat(text(put.handle(post(GOOD, "summary"))))
        .isEqualTo("200 {\"success\":1,\"failed\":0}");
    assertThat(text(put.handle(post(GOOD, "details"))))
        .isEqualTo("200 {\"success\":1,\"failed\":0,\"errors\":[]}");
    assertThat(text(put.handle(post(GOOD, "summary", "sync_timeout"))))
        .isEqualTo("200 {\"success\":1,\"failed\":0,\"timeouts\":0}");
  }

  private static final String LIMIT =
      "metric 'x' has 1 series and may have 1 (short.max-series-per-metric), so new ones are"
          + " refused; its tag key with the most values is 'host'";

  private PutHandler full(RefusedPuts refused) {
    var settings = PutFixture.settingsWithFull("x host=old", refused);
    return new PutHandler(settings, PutKind.DATAPOINTS, kafka, new IngestMetrics(registry, "http"));
  }

  @Test
  void aNewSeriesOverALimitIsAnswered429AndCostsOnlyItself() {
    String both = "[" + point("x", "1") + "," + GOOD + "]";
    var error =
        catchThrowableOfType(HttpError.class, () -> full(RefusedPuts.ERROR).handle(post(both)));
    assertThat(error.status()).isEqualTo(429);
    assertThat(error).hasMessage(LIMIT + "; refused datapoints: 1 of 2, all others are stored");
    assertThat(stored(kafka)).isEqualTo(ONE);
    assertThat(
            registry
                .get("goku.ingest.rejected")
                .tags("source", "http", "reason", "series_limit")
                .counter()
                .count())
        .isEqualTo(1);
  }

  @Test
  void summaryAndDetailsNameTheLimit() throws IOException {
    PutHandler put = full(RefusedPuts.ERROR);
    assertThat(text(put.handle(post(point("x", "1"), "summary"))))
        .isEqualTo("429 {\"success\":0,\"failed\":1,\"limit\":\"" + LIMIT + "\"}");
    assertThat(text(put.handle(post(point("x", "1"), "details"))))
        .startsWith("429 ")
        .contains("\"error\":\"" + LIMIT + "\"");
  }

  @Test
  void aPutWithOtherErrorsBesideALimitIsAnswered400() {
    String both = "[" + point("x", "1") + "," + BAD + "]";
    var error =
        catchThrowableOfType(HttpError.class, () -> full(RefusedPuts.ERROR).handle(post(both)));
    assertThat(error.status()).isEqualTo(400);
    assertThat(error).hasMessageContaining(LIMIT);
  }

  @Test
  void aPutThatMayBeRefusedIsAcceptedOnceTheRejectedTopicHasTheNewSeries() throws IOException {
    String both = "[" + point("x", "1") + "," + GOOD + "]";
    assertThat(text(full(RefusedPuts.ACCEPT).handle(post(both, "summary")))).startsWith("200 ");
    assertThat(kafka.history())
        .filteredOn(record -> record.topic().equals("rejected"))
        .singleElement()
        .extracting(record -> new String(record.headers().lastHeader("message").value(), UTF_8))
        .isEqualTo(LIMIT);
  }

  @Test
  void detailsSayWhichRuleBlocksAMetric() throws IOException {
    var blocklist = new Live<>(new Blocklist(Set.of(new BlockRule("x.", true))));
    var blocking =
        new PutHandler(
            settings(Points.RULES, blocklist),
            PutKind.DATAPOINTS,
            kafka,
            new IngestMetrics(registry, "http"));
    String both = "[" + point("x.y", "1") + "," + GOOD + "]";
    assertThat(text(blocking.handle(post(both, "details"))))
        .startsWith("400 {\"success\":1,\"failed\":1,")
        .contains("\"error\":\"metric 'x.y' is blocked by rule 'x.*'\"");
    assertThat(stored(kafka)).isEqualTo(ONE);
    assertThat(
            registry
                .get("goku.ingest.rejected")
                .tags("source", "http", "reason", "metric_blocked")
                .counter()
                .count())
        .isEqualTo(1);
  }

  @Test
  void goodDatapointsAreStoredBesideBadOnes() throws IOException {
    String both = "[" + BAD + "," + GOOD + "]";
    HttpError error = refusal(put, both);
    assertThat(error.status()).isEqualTo(400);
    assertThat(error).hasMessage("One or more data points had errors");
    assertThat(text(put.handle(post(both, "details"))))
        .isEqualTo(
            "400 {\"success\":1,\"failed\":1,\"errors\":[{\"datapoint\":"
                + BAD
                + ",\"error\":\"Unable to parse value to a number: Invalid character 'a' in"
                + " \\\"abc\\\" (metric \\\"x\\\")\"}]}");
    assertThat(stored(kafka)).containsExactly(ONE.getFirst(), ONE.getFirst());
    assertThat(
            registry
                .get("goku.ingest.rejected")
                .tags("source", "http", "reason", "value_invalid")
                .counter()
                .count())
        .isEqualTo(2);
  }

  /// Six kilobytes of gzip hold three million such elements.
  @Test
  void detailsListABoundedNumberOfErrors() throws IOException {
    String body = "[" + "{},".repeat(300_000) + GOOD + "]";
    String answer = text(put.handle(post(body, "details")));
    assertThat(answer)
        .startsWith("400 {\"success\":1,\"failed\":300000,\"errors\":[{\"datapoint\":{},")
        .endsWith("],\"moreErrors\":" + (300_000 - PutErrors.MOST) + "}");
    assertThat(occurrences(answer, "\"datapoint\":")).isEqualTo(PutErrors.MOST);
    assertThat(stored(kafka)).isEqualTo(ONE);
  }

  @Test
  void detailsListABoundedNumberOfBytes() throws IOException {
    String large = "{\"x\":\"" + "y".repeat(PutErrors.MOST_DATAPOINT_BYTES - 8) + "\"}";
    assertThat(large).hasSize(PutErrors.MOST_DATAPOINT_BYTES);
    String answer = text(put.handle(post("[" + (large + ",").repeat(999) + "{}]", "details")));
    assertThat(answer).contains(large).hasSizeLessThan(PutErrors.MOST_CHARACTERS + 20_000);
    int listed = occurrences(answer, "\"datapoint\":");
    assertThat(listed).isBetween(50, 64);
    assertThat(answer).endsWith("\"moreErrors\":" + (1000 - listed) + "}");
  }

  @Test
  void detailsShowTheBeginningOfAHugeDatapoint() throws IOException {
    String huge = "{\"x\":\"" + "y".repeat(PutErrors.MOST_DATAPOINT_BYTES) + "\"}";
    assertThat(text(put.handle(post(huge, "details"))))
        .contains("\"errors\":[{\"datapoint\":\"{\\\"x\\\":\\\"yyy")
        .contains("yyy...\",\"error\":\"Metric name was empty\"}]}")
        .hasSizeLessThan(2 * PutErrors.BEGINNING_BYTES + 200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "5", "\"abc\"", "hello", "null", "[]"})
  void bodyWithoutDatapointsIsRefused(String body) {
    assertThat(refusal(put, body).status()).isEqualTo(400);
    assertThat(kafka.history()).isEmpty();
  }

  @Test
  void bodyThatIsNotJsonToItsEndStoresTheDatapointsBefore() throws IOException {
    String body = "[" + GOOD + ",{";
    HttpError error = refusal(put, body);
    assertThat(error.status()).isEqualTo(400);
    assertThat(error).hasMessage("Unable to parse the given JSON");
    assertThat(error.details())
        .isEqualTo(
            "Unable to parse the given JSON from byte 66 on: unexpected end of the text;"
                + " datapoints stored before that: 1");
    assertThat(stored(kafka)).isEqualTo(ONE);
    assertThat(text(put.handle(post(body, "details"))))
        .startsWith("400 {\"success\":1,\"failed\":1,\"errors\":[{\"datapoint\":\"{\",\"error\":");
  }

  @ParameterizedTest
  @ValueSource(strings = {",{", "]", "nonsense]", "{\"metric\" 1}]"})
  void strictBodyThatIsNotJsonStoresNothing(String rest) {
    PutHandler strict = handler(SeriesNameRules.strict(100, 1000), kafka);
    HttpError error = refusal(strict, "[" + GOOD + "," + rest);
    assertThat(error.status()).isEqualTo(400);
    assertThat(error).hasMessage("Unable to parse the given JSON");
    assertThat(kafka.history()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nanAndInfinityCostOnlyTheirDatapoint(boolean isStrict) throws IOException {
    SeriesNameRules rules = isStrict ? SeriesNameRules.strict(100, 1000) : Points.RULES;
    for (String value : List.of("NaN", "Infinity", "-Infinity")) {
      kafka.clear();
      String body = "[" + GOOD + "," + point("x", value) + "," + GOOD + "]";
      String answer = text(handler(rules, kafka).handle(post(body, "details")));
      assertThat(answer).startsWith("400 {\"success\":2,\"failed\":1,");
      assertThat(answer).contains("\"datapoint\":\"{\\\"metric\\\":\\\"x\\\"");
      assertThat(stored(kafka)).containsExactly(ONE.getFirst(), ONE.getFirst());
    }
  }

  @Test
  void strictTakesTheLastValueOfATagKeyThatIsGivenTwice() {
    PutHandler strict = handler(SeriesNameRules.strict(100, 1000), kafka);
    String twice = GOOD.replace("{\"a\":", "{\"a\":\"first\",\"a\":");
    assertThat(strict.handle(post(twice)).status()).isEqualTo(204);
    assertThat(stored(kafka)).isEqualTo(ONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", " \r\n\r\n"})
  void eachOfSeveralValuesIsRead(String between) {
    assertThat(put.handle(post(GOOD + between + "[" + GOOD + "]" + between)).status())
        .isEqualTo(204);
    assertThat(stored(kafka)).containsExactly(ONE.getFirst(), ONE.getFirst());
  }

  @Test
  void strictReadsOnlyTheFirstValue() {
    PutHandler strict = handler(SeriesNameRules.strict(100, 1000), kafka);
    assertThat(strict.handle(post(GOOD + "{\"a\":1}")).status()).isEqualTo(204);
    assertThat(stored(kafka)).isEqualTo(ONE);
  }

  @Test
  void wrongTypesRefuseTheBodyOnlyWhenStrict() {
    String body = "[" + GOOD + "," + point("x", "{\"a\":1}") + "]";
    PutHandler strict = handler(SeriesNameRules.strict(100, 1000), kafka);
    assertThat(refusal(strict, body)).hasMessage("Unable to parse the given JSON");
    assertThat(kafka.history()).isEmpty();
    assertThat(refusal(put, body)).hasMessage("One or more data points had errors");
    assertThat(stored(kafka)).isEqualTo(ONE);
  }

  @Test
  void failureOfKafkaIsNoSuccess() {
    MockProducer<byte[], byte[]> broken = kafka(true);
    broken.sendException = new NotEnoughReplicasException("too few");
    HttpError error = refusal(handler(Points.RULES, broken), GOOD);
    assertThat(error.status()).isEqualTo(503);
    assertThat(error.details()).contains("too few");
    assertThat(registry.get("goku.ingest.failed").tag("source", "http").counter().count())
        .isEqualTo(1);
  }

  @Test
  void silenceOfKafkaIsNoSuccess() {
    HttpError error = refusal(handler(Points.RULES, kafka(false)), GOOD);
    assertThat(error.status()).isEqualTo(503);
    assertThat(error.details()).contains("no acknowledgement within PT0.05S");
  }

  private static int occurrences(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  private static HttpError refusal(PutHandler handler, String body) {
    return catchThrowableOfType(HttpError.class, () -> handler.handle(post(body)));
  }

  private static String text(HttpResponse response) throws IOException {
    var out = new ByteArrayOutputStream();
    response.body().writeTo(out);
    return response.status() + " " + out.toString(UTF_8);
  }
}
