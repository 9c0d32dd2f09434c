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
