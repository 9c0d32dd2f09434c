package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.SeriesName;
import goku.model.Sharding;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of requests that only a strict root rejects.
class StrictTest {
  private static final long START = 1_800_000_000;

  /// A midnight in New York.
  private static final long MIDNIGHT = Instant.parse("2027-01-15T05:00:00Z").getEpochSecond();

  private final RootFixture lenient = root(false);
  private final RootFixture strict = root(true);

  private static RootFixture root(boolean strict) {
    return new RootFixture(
        RootFixture.config("--strict=" + strict),
        Instant.ofEpochSecond(START + 600),
        RootFixture.namespace("ns1", new Sharding(1, 2)));
  }

  @BeforeEach
  void fill() {
    for (int i = 0; i < 4; i++) {
      lenient.put(SeriesName.of("cpu", Map.of("host", "a")), (START + i) * 1000, -i);
      strict.put(SeriesName.of("cpu", Map.of("host", "a")), (START + i) * 1000, -i);
    }
  }

  @AfterEach
  void close() {
    lenient.close();
    strict.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"tags\": []",
        "\"tags\": {\"host\": \"wildcard(a)\"}",
        "\"filters\": [{\"type\": \"iwildcard\", \"tagk\": \"host\", \"filter\": \"A\"}]",
        "\"rateOptions\": {\"counter\": true, \"$$hashKey\": \"x\"}",
        "\"rateOptions\": {\"counter\": true, \"counterMax\": 1.8446744073709552e19}"
      })
  void membersOfASubQuery(String members) throws Exception {
    assertThat(post(lenient, members).status()).isEqualTo(200);
    Reply refused = post(strict, members);
    assertThat(refused.status()).as(refused.body()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sum:cpu{host=wildcard(a)}", "sum:rate{counter,18446744073709551615}:cpu"})
  void partsOfAQueryString(String m) throws Exception {
    assertThat(get(lenient, m).status()).isEqualTo(200);
    assertThat(get(strict, m).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sum:cpu{host=a",
        "sum:cpu{host=}",
        "sum:cpu{=a}",
        "sum:",
        "sum:cpu{host=regexp([)}",
        "sum:cpu{host=nope(a)}",
        "sum:cpu{host=literal_or(a}",
        "sum:cpu{}{host=wildcard()}"
      })
  void malformedTextIsAnErrorOfTheClient(String m) throws Exception {
    assertThat(get(lenient, m).status()).isEqualTo(400);
    assertThat(get(strict, m).status()).isEqualTo(500);
    assertThat(get(lenient, m).body().replace("400", "500")).isEqualTo(get(strict, m).body());
    String start = Long.toString(START);
    String exp = "scale(%s,2)".formatted(m);
    assertThat(lenient.get("/api/query/gexp", "start", start, "exp", exp).status()).isEqualTo(400);
    assertThat(lenient.get("/q", "start", start, "m", m, "ascii", "").status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "cpu{host=a", "cpu{host=}", "cpu{=a}", "{host=a"})
  void malformedTextOfALookupIsAnErrorOfTheClient(String m) throws Exception {
    for (RootFixture root : new RootFixture[] {lenient, strict}) {
      assertThat(root.get("/api/search/lookup", "m", m).status()).isEqualTo(400);
    }
  }

  @Test
  void daysOfAQueryStringFollowItsTimezone() throws Exception {
    fillDays();
    String m = "sum:1dc-sum:day";
    assertThat(lenient.get("/api/query", days("m", m)).body())
        .contains("\"dps\":{\"%d\":1.0,\"%d\":2.0}".formatted(MIDNIGHT - 86_400, MIDNIGHT));
    assertThat(lenient.get("/api/query/gexp", days("exp", "scale(%s,2)".formatted(m))).body())
        .contains("\"dps\":{\"%d\":2.0,\"%d\":4.0}".formatted(MIDNIGHT - 86_400, MIDNIGHT));
    assertThat(lenient.get("/q", days("m", m, "ascii", "")).body())
        .isEqualTo("day %d 1.0\nday %d 2.0\n".formatted(MIDNIGHT - 86_400, MIDNIGHT));
  }

  @Test
  void datesOfAQueryStringFollowItsTimezone() throws Exception {
    fillDays();
    String[] date = {"start", "2027/01/15-00:00:00", "m", "sum:day", "timezone", "EST"};
    assertThat(lenient.get("/api/query", date).body())
        .contains("\"dps\":{\"%d\":2}".formatted(MIDNIGHT));
  }

  /// Writes the last datapoint of a day in New York and the first one of the next day.
  private void fillDays() {
    lenient.put(SeriesName.of("day", Map.of()), MIDNIGHT * 1000 - 1, 1);
    lenient.put(SeriesName.of("day", Map.of()), MIDNIGHT * 1000, 2);
  }

  /// Returns parameters for both days, followed by more parameters.
  private static String[] days(String... more) {
    String[] range = {
      "start",
      Long.toString(MIDNIGHT - 100_000),
      "end",
      Long.toString(MIDNIGHT + 86_400),
      "timezone",
      "US/Eastern"
    };
    return Stream.of(range, more).flatMap(Stream::of).toArray(String[]::new);
  }

  @Test
  void anUnknownTimezoneIsAnErrorOfEveryEndpoint() throws Exception {
    for (Reply reply : repliesToAnUnknownTimezone(lenient)) {
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.body()).contains("Invalid timezone name: faketz12345");
    }
    for (Reply reply : repliesToAnUnknownTimezone(strict)) {
      assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    }
  }

  private static List<Reply> repliesToAnUnknownTimezone(RootFixture root) throws Exception {
    String start = Long.toString(START);
    String[] query = {"start", start, "m", "sum:cpu", "timezone", "faketz12345", "ascii", ""};
    String[] gexp = {"start", start, "exp", "scale(sum:cpu,2)", "timezone", "faketz12345"};
    String exp =
        """
        {"time": {"start": "%s", "aggregator": "sum", "timezone": "faketz12345"},
         "metrics": [{"id": "a", "metric": "cpu"}]}
        """
            .formatted(start);
    return List.of(
        root.get("/api/query", query),
        root.get("/q", query),
        root.get("/api/query/gexp", gexp),
        root.post("/api/query/exp", exp));
  }

  @Test
  void anUnknownTimezoneOfABodyIsAnErrorThoughNothingNeedsIt() throws Exception {
    String body =
        "{\"start\": %d, \"timezone\": \"faketz\", \"queries\": [%s]}"
            .formatted(START, "{\"metric\": \"cpu\", \"aggregator\": \"sum\"}");
    assertThat(lenient.post("/api/query", body).status()).isEqualTo(400);
    assertThat(strict.post("/api/query", body).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sum:percentiles[99.9,75.0]:cpu",
        "sum:1m-sum:percentiles[99]:cpu{host=*}",
        "sum:show-histogram-buckets:cpu"
      })
  void plainSeriesHaveNoPercentilesOfHistograms(String m) throws Exception {
    assertThat(get(lenient, m).body()).isEqualTo("[]");
    assertThat(get(strict, m).body()).isEqualTo("[]");
  }

  @Test
  void plainSeriesHaveNoHistogramsForABody() throws Exception {
    for (RootFixture root : new RootFixture[] {lenient, strict}) {
      assertThat(post(root, "\"percentiles\": [99.9, 75]").body()).isEqualTo("[]");
      assertThat(post(root, "\"showHistogramBuckets\": true").body()).isEqualTo("[]");
      assertThat(post(root, "\"percentiles\": [], \"showHistogramBuckets\": false").body())
          .contains("\"dps\":{");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'\"downsample\": \"1m-\"', the function is missing; fill in one",
    "'\"downsample\": \"1m\"', the function is missing; fill in one",
    "'\"downsample\": \"-avg\"', the interval is missing; fill in one",
    "'\"downsample\": \"1m-undefined\"', '''undefined''; fill in one, such as avg'",
    "'\"aggregator\": \"\"', 'Missing the aggregation function of metric ''cpu''; fill in one'"
  })
  void halfFilledEditorsLearnWhatToFillIn(String members, String message) throws Exception {
    for (RootFixture root : new RootFixture[] {lenient, strict}) {
      Reply reply = post(root, members);
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.body()).contains(message);
    }
  }

  @Test
  void aTagKeyWithoutValueInALookup() throws Exception {
    assertThat(lenient.get("/api/search/lookup", "m", "cpu{host}").status()).isEqualTo(200);
    assertThat(strict.get("/api/search/lookup", "m", "cpu{host}").status()).isEqualTo(400);
  }

  @Test
  void aCounterMaxOfZeroIsTakenLiterally() throws Exception {
    String rate = "\"rate\": true, \"rateOptions\": {\"counter\": true%s}";
    String zero = rate.formatted(", \"counterMax\": 0");
    assertThat(post(lenient, zero)).isEqualTo(post(lenient, rate.formatted("")));
    assertThat(post(strict, zero)).isNotEqualTo(post(strict, rate.formatted("")));
  }

  private static Reply get(RootFixture root, String m) throws Exception {
    return root.get("/api/query", "start", Long.toString(START), "m", m);
  }

  private static Reply post(RootFixture root, String members) throws Exception {
    return root.post(
        "/api/query",
        "{\"start\": %d, \"queries\": [{\"metric\": \"cpu\", \"aggregator\": \"sum\", %s}]}"
            .formatted(START, members));
  }
}
