package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.BlockRule;
import goku.model.Disk;
import goku.model.Rollup;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.model.WrittenRollup;
import goku.model.WrittenRollup.Function;
import goku.testkit.namespace.NamespaceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The endpoints that name metrics, with a metric of datapoints and written rollups (`both`) and
/// one of written rollups only (`written`).
class WrittenRollupNamesTest {
  private static final long HOUR = 3600;
  private static final long START = 1_800_000_000;
  private static final Disk DISK =
      new Disk(
          Duration.ofDays(24),
          List.of(new Rollup(Duration.ofHours(1), Duration.ofDays(384))),
          Duration.ofDays(80),
          Optional.of(new Sharding(2, 3)));

  private final RootFixture root =
      new RootFixture(
          RootFixture.config("--allow-delete", "--skip-unresolved=false"),
          Instant.ofEpochSecond(START + 40 * HOUR),
          NamespaceBuilder.namespace("ns1").sharding(new Sharding(3, 2)).disk(DISK).build());

  @BeforeEach
  void write() {
    for (int hour = 0; hour < 40; hour++) {
      long millis = (START + hour * HOUR) * 1000;
      for (String host : List.of("x", "y")) {
        put("both", host, millis, 1);
        for (Function function : Function.values()) {
          put(new WrittenRollup(HOUR * 1000, function).of("both"), host, millis, 2);
          put(new WrittenRollup(HOUR * 1000, function).of("written"), host, millis, 3);
        }
      }
    }
    put("later", "z", START * 1000, 1);
    put("plain", "z", START * 1000, 1);
  }

  private void put(String metric, String host, long millis, double value) {
    SeriesName name = SeriesName.of(metric, Map.of("host", host));
    root.put(name, millis, value);
    root.putOnDisk(name, millis, value);
  }

  @AfterEach
  void close() {
    root.close();
  }

  private String query(String m) throws Exception {
    return root.get("/api/query", "start", START + "", "end", START + 40 * HOUR + "", "m", m)
        .body();
  }

  private void delete(String m) throws Exception {
    Reply reply =
        root.send(
            "DELETE",
            "/api/query",
            "start",
            START + 10 * HOUR + "",
            "end",
            START + 40 * HOUR + "",
            "m",
            m);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
  }

  @Test
  void suggestionsNameTheMetricOnce() throws Exception {
    assertThat(root.get("/api/suggest", "type", "metrics").body())
        .isEqualTo("[\"both\",\"later\",\"plain\",\"written\"]");
    assertThat(root.get("/api/suggest", "type", "metrics", "max", "2").body())
        .isEqualTo("[\"both\",\"later\"]");
    assertThat(root.get("/api/suggest", "type", "metrics", "q", "w", "max", "1").body())
        .isEqualTo("[\"written\"]");
  }

  @Test
  void onlySeriesOfDatapointsAreLookedUp() throws Exception {
    assertThat(root.get("/api/search/lookup", "m", "both").body()).contains("\"totalResults\":2");
    assertThat(root.get("/api/search/lookup", "m", "{host=*}").body())
        .contains("\"totalResults\":4", "both", "later", "plain")
        .doesNotContain("written", "\\u001e");
    assertThat(root.get("/api/search/lookup", "m", "{host=*}", "limit", "3").body())
        .contains("\"totalResults\":3");
  }

  @Test
  void theLastDatapointIsNoRollup() throws Exception {
    assertThat(
            root.get(
                    "/api/query/last",
                    "timeseries",
                    "both{host=x}",
                    "back_scan",
                    "48",
                    "resolve",
                    "true")
                .body())
        .contains("\"value\":\"1\"");
  }

  @Test
  void aMetricOfRollupsOnlyIsKnown() throws Exception {
    assertThat(query("sum:1h-sum:written")).contains("\"metric\":\"written\"", "6.0");
    assertThat(query("sum:1h-sum:rollup_raw:written")).isEqualTo("[]");
    assertThat(query("sum:unknown")).contains("No such name for 'metrics': 'unknown'");
    assertThat(query("sum:1h-sum:unknown")).contains("No such name for 'metrics': 'unknown'");
    assertThat(root.post("/api/uid/assign", "{\"metric\":[\"both\"]}").body()).contains("both");
  }

  @Test
  void nobodyAsksForStoredNames() throws Exception {
    String stored = new WrittenRollup(HOUR * 1000, Function.SUM).of("both");
    assertThat(query("sum:" + stored)).contains("No such name for 'metrics'");
  }

  @Test
  void aRenamedMetricKeepsItsRollups() throws Exception {
    Reply renamed = root.post("/api/uid/rename", "{\"metric\":\"both\",\"name\":\"renamed\"}");
    assertThat(renamed.body()).isEqualTo("{\"result\":\"true\"}");
    assertThat(query("sum:1h-sum:renamed")).contains("\"metric\":\"renamed\"", "4.0");
    assertThat(query("sum:1h-avg:renamed")).contains("\"metric\":\"renamed\"", "2.0");
    assertThat(query("sum:1h-sum:both")).contains("No such name for 'metrics'");
    assertThat(root.get("/api/suggest", "type", "metrics").body())
        .isEqualTo("[\"later\",\"plain\",\"renamed\",\"written\"]");
  }

  @Test
  void aNameOfRollupsIsNotFree() throws Exception {
    Reply refused = root.post("/api/uid/rename", "{\"metric\":\"both\",\"name\":\"written\"}");
    assertThat(refused.body()).contains("new name already exists");
    Reply renamed = root.post("/api/uid/rename", "{\"metric\":\"written\",\"name\":\"free\"}");
    assertThat(renamed.body()).isEqualTo("{\"result\":\"true\"}");
    assertThat(query("sum:1h-sum:free")).contains("6.0");
  }

  @Test
  void rollupsOfABlockedMetricAreHidden() throws Exception {
    root.block(new BlockRule("both", false), new BlockRule("wri", true));
    assertThat(query("sum:1h-sum:both")).contains("No such name for 'metrics'");
    assertThat(query("sum:1h-sum:written")).contains("No such name for 'metrics'");
    assertThat(root.get("/api/suggest", "type", "metrics").body())
        .isEqualTo("[\"later\",\"plain\"]");
  }

  @Test
  void aDeleteReachesTheRollupsInItsRange() throws Exception {
    delete("sum:both{host=x}");
    assertThat(query("sum:1h-sum:both{host=x}"))
        .contains("\"" + (START + 9 * HOUR) + "\":2.0")
        .doesNotContain("\"" + (START + 10 * HOUR) + "\"");
    assertThat(query("sum:1h-max:both{host=y}")).contains("\"" + (START + 39 * HOUR) + "\":2.0");
    assertThat(query("sum:1h-sum:rollup_raw:both{host=x}"))
        .doesNotContain("\"" + (START + 10 * HOUR) + "\"");
    delete("sum:1h-avg:written");
    assertThat(query("sum:1h-min:written"))
        .contains("\"" + (START + 9 * HOUR) + "\":6.0")
        .doesNotContain("\"" + (START + 10 * HOUR) + "\"");
  }

  @Test
  void aDeleteOfRawDatapointsLeavesRollups() throws Exception {
    delete("sum:rollup_raw:both");
    assertThat(query("sum:1h-sum:both")).contains("\"" + (START + 39 * HOUR) + "\":4.0");
    assertThat(query("sum:1h-sum:rollup_raw:both"))
        .doesNotContain("\"" + (START + 10 * HOUR) + "\"");
  }

  @Test
  void usageCountsRollupsForTheirMetric() throws Exception {
    String top = root.get("/api/goku/top", "n", "10").body();
    assertThat(top).contains("both", "written", "later").doesNotContain("\\u001e");
    assertThat(top).containsPattern("\"metric\":\"both\"[^}]*\"cardinality\":10\\b");
    assertThat(top).containsPattern("\"metric\":\"written\"[^}]*\"cardinality\":8\\b");
  }
}
