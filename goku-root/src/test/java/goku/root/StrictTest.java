package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.SeriesName;
import goku.model.Sharding;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of requests that only a strict root rejects.
class StrictTest {
  private static final long START = 1_800_000_000;

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
  }

  @Test
  void daysOfAQueryStringFollowItsTimezone() throws Exception {
    long midnight = Instant.parse("2027-01-15T05:00:00Z").getEpochSecond(); // in New York
    lenient.put(SeriesName.of("day", Map.of()), midnight * 1000 - 1, 1);
    lenient.put(SeriesName.of("day", Map.of()), midnight * 1000, 2);
    String[] days = {
      "start",
      Long.toString(midnight - 100_000),
      "end",
      Long.toString(midnight + 86_400),
      "m",
      "sum:1dc-sum:day",
      "timezone",
      "US/Eastern"
    };
    assertThat(lenient.get("/api/query", days).body())
        .contains("\"dps\":{\"%d\":1.0,\"%d\":2.0}".formatted(midnight - 86_400, midnight));
    String start = Long.toString(midnight - 1);
    assertThat(
            lenient
                .get(
                    "/api/query", "start", "2027/01/15-00:00:00", "m", "sum:day", "timezone", "EST")
                .body())
        .contains("\"dps\":{\"%d\":2}".formatted(midnight));
    String[] unknown = {"start", start, "m", "sum:cpu", "timezone", "faketz12345"};
    assertThat(lenient.get("/api/query", unknown).status()).isEqualTo(400);
    assertThat(lenient.get("/api/query", unknown).body()).contains("faketz12345");
    assertThat(strict.get("/api/query", unknown).status()).isEqualTo(200);
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
