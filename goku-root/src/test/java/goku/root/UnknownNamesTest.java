package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.SeriesName;
import goku.model.Sharding;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of names that no series has: empty by default, errors in strict mode and on request.
class UnknownNamesTest {
  private static final String START = "1800000000";

  private final RootFixture root = root("--strict=false");
  private final RootFixture refusing = root("--skip-unresolved=false");
  private final RootFixture strict = root("--strict=true", "--skip-unresolved=true");
  private final List<RootFixture> all = List.of(root, refusing, strict);

  private static RootFixture root(String... flags) {
    return new RootFixture(
        RootFixture.config(flags),
        Instant.ofEpochSecond(1_800_000_600),
        RootFixture.namespace("ns1", new Sharding(1, 2)));
  }

  @BeforeEach
  void fill() {
    for (RootFixture one : all) {
      one.put(SeriesName.of("cpu", Map.of("host", "a")), 1_800_000_060_000L, 7);
    }
  }

  @AfterEach
  void close() {
    all.forEach(RootFixture::close);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum:cpu{host=a|nope}", "sum:cpu{}{host=literal_or(nope|a)}"})
  void anUnknownValueAmongKnownOnesMatchesNothing(String m) throws Exception {
    assertThat(query(root, m).body()).contains(":7}");
    assertThat(query(refusing, m).status()).isEqualTo(400);
    assertThat(query(strict, m).body()).contains("No such name for 'tagv': 'nope'");
  }

  @Test
  void anUnknownMetricDoesNotFailTheOthers() throws Exception {
    assertThat(query(root, "sum:nope", "sum:cpu")).isEqualTo(query(root, "sum:cpu"));
    assertThat(query(root, "sum:nope").body()).isEqualTo("[]");
    assertThat(query(refusing, "sum:nope", "sum:cpu").status()).isEqualTo(400);
    assertThat(query(strict, "sum:nope", "sum:cpu").body())
        .contains("No such name for 'metrics': 'nope'");
  }

  @ParameterizedTest
  @CsvSource({"nope", "cpu{nope=*}", "cpu{host=nope}"})
  void aLookupFindsNothing(String m) throws Exception {
    Reply reply = root.get("/api/search/lookup", "m", m);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).contains("\"results\":[]");
    assertThat(refusing.get("/api/search/lookup", "m", m).status()).isEqualTo(404);
    assertThat(strict.get("/api/search/lookup", "m", m).status()).isEqualTo(404);
  }

  @Test
  void theSettingsShowWhatApplies() throws Exception {
    String setting = "\"tsd.query.skip_unresolved_tagvs\":\"%s\"";
    assertThat(root.get("/api/config").body()).contains(setting.formatted("true"));
    assertThat(strict.get("/api/config").body()).contains(setting.formatted("false"));
  }

  private static Reply query(RootFixture root, String... queries) throws Exception {
    String[] parameters = new String[2 + 2 * queries.length];
    parameters[0] = "start";
    parameters[1] = START;
    for (int i = 0; i < queries.length; i++) {
      parameters[2 + 2 * i] = "m";
      parameters[3 + 2 * i] = queries[i];
    }
    return root.get("/api/query", parameters);
  }
}
