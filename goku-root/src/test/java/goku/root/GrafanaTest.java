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

/// What Grafana's data source sends and reads, where that is more than OpenTSDB's documentation.
class GrafanaTest {
  private static final long START = 1_800_000_000;

  private final RootFixture root =
      new RootFixture(
          RootFixture.DEFAULTS,
          Instant.ofEpochSecond(START + 600),
          RootFixture.namespace("ns1", new Sharding(1, 2)));

  @BeforeEach
  void fill() {
    for (int i = 0; i < 6; i++) {
      root.put(
          SeriesName.of("cpu", Map.of("host", "web01", "dc", "lon")), (START + 20L * i) * 1000, i);
      root.put(
          SeriesName.of("cpu", Map.of("host", "web02", "dc", "lon")), (START + 20L * i) * 1000, 1);
    }
  }

  @AfterEach
  void close() {
    root.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"tags\": []",
        "\"tags\": {}",
        "\"tags\": null",
        "\"filters\": []",
        "\"downsample\": \"20s-avg-\"",
        "\"rateOptions\": {\"counterMax\": 0, \"$$hashKey\": \"x\"}, \"rate\": \"false\"",
        "\"refId\": \"A\", \"hide\": false"
      })
  void takesWhatItSends(String members) throws Exception {
    Reply reply = query("\"aggregator\": \"sum\", " + members);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    assertThat(reply.body()).contains("\"1800000100\":6");
  }

  @Test
  void aCounterMaxOfZeroIsNotGivenAndOneMayBeUnsigned() throws Exception {
    String counter =
        "\"aggregator\": \"max\", \"rate\": true, \"rateOptions\": {\"counter\": true,";
    String zero = query(counter + " \"counterMax\": 0, \"resetValue\": 0}").body();
    assertThat(zero).isEqualTo(query(counter + " \"dropResets\": false}").body());
    assertThat(query(counter + " \"counterMax\": 1.8446744073709552e19}").body()).isEqualTo(zero);
  }

  @Test
  void tellsWhichSubQueryAGroupBelongsTo() throws Exception {
    Reply reply =
        root.post(
            "/api/query",
            """
            {"start": 1800000000000, "showQuery": true, "queries": [
              {"metric": "cpu", "aggregator": "min"},
              {"metric": "cpu", "aggregator": "max", "tags": {"host": "web*"}}]}
            """);
    assertThat(reply.body().split("\"index\":1", -1)).hasSize(3);
    assertThat(reply.body()).contains("\"index\":0");
  }

  @Test
  void millisecondsComeOnlyWhenAskedFor() throws Exception {
    assertThat(query("\"aggregator\": \"sum\"").body()).contains("\"1800000000\":1");
    Reply reply =
        root.post(
            "/api/query",
            "{\"start\": 1800000000, \"msResolution\": true, \"queries\": [{\"metric\": \"cpu\","
                + " \"aggregator\": \"sum\"}]}");
    assertThat(reply.body()).contains("\"1800000000000\":1");
  }

  @Test
  void aKnownMetricWithoutAMatchGivesNothing() throws Exception {
    String filter =
        "\"filters\": [{\"type\": \"wildcard\", \"tagk\": \"host\", \"filter\": \"db*\"}]";
    assertThat(query("\"aggregator\": \"sum\", " + filter).body()).isEqualTo("[]");
  }

  @Test
  void valuesOfAVariableAreLookedUpWithoutALimit() throws Exception {
    Reply reply = root.get("/api/search/lookup", "m", "cpu{host=*,dc=lon,dc=web01}", "limit", "0");
    assertThat(reply.body()).as("repeated keys are alternatives").contains("web01", "web02");
  }

  @Test
  void savesAndTestsOnAnEmptyDatabase() throws Exception {
    assertThat(root.get("/api/suggest", "q", "nothing", "type", "metrics").body()).isEqualTo("[]");
  }

  private Reply query(String members) throws Exception {
    return root.post(
        "/api/query",
        "{\"start\": 1800000000000, \"queries\": [{\"metric\": \"cpu\", %s}]}".formatted(members));
  }
}
