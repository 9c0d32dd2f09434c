package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.BlockRule;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.model.Tag;
import goku.root.opentsdb.wire.Tsuid;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests of blocked metrics: they look nonexistent on every path, and return when unblocked
/// (section 9 of the paper).
class BlockedMetricsTest {
  private static final long HOUR = 1_800_000_000;
  private static final BlockRule CPU = new BlockRule("cpu.", true);
  private static final BlockRule MEM = new BlockRule("mem", false);
  private static final String START = Long.toString(HOUR);

  private final RootFixture root = root(RootFixture.config("--skip-unresolved=false"));

  private static RootFixture root(RootConfig config) {
    return new RootFixture(
        config,
        Instant.ofEpochSecond(HOUR + 600),
        RootFixture.namespace("ns1", new Sharding(3, 2)));
  }

  @BeforeEach
  void fill() {
    fill(root);
  }

  private static void fill(RootFixture root) {
    for (String metric : List.of("cpu.idle", "cpu.user", "disk", "mem", "memory")) {
      for (String host : List.of("a", "b")) {
        root.put(SeriesName.of(metric, Map.of("host", host)), (HOUR + 30) * 1000, 7);
      }
    }
  }

  @AfterEach
  void close() {
    root.close();
  }

  private static String tsuid(String metric) {
    return Tsuid.of(metric, List.of(new Tag("host", "a")));
  }

  private Reply query(String metric) throws Exception {
    return root.get("/api/query", "start", START, "m", "sum:" + metric);
  }

  @Test
  void queriesDoNotFindABlockedMetricUntilItIsUnblocked() throws Exception {
    String before = query("cpu.idle").body();
    assertThat(before).contains(":14");
    root.block(CPU, MEM);
    for (String metric : List.of("cpu.idle", "cpu.user", "mem")) {
      Reply reply = query(metric);
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.body()).contains("No such name for 'metrics': '%s'".formatted(metric));
      String filtered = "sum:" + metric + "{host=a}";
      assertThat(root.get("/api/query", "start", START, "m", filtered).status()).isEqualTo(400);
      String body =
          "{\"start\":%s,\"queries\":[{\"aggregator\":\"sum\",\"metric\":\"%s\"}]}"
              .formatted(START, metric);
      assertThat(root.post("/api/query", body).status()).isEqualTo(400);
    }
    assertThat(query("memory").body()).contains(":14");
    root.block();
    assertThat(query("cpu.idle").body()).isEqualTo(before);
  }

  @Test
  void withSkipUnresolvedTheAnswerIsEmptyAndNothingIsDeleted() throws Exception {
    try (var lenient = root(RootFixture.config("--allow-delete"))) {
      fill(lenient);
      lenient.block(MEM);
      assertThat(lenient.get("/api/query", "start", START, "m", "sum:mem").body()).isEqualTo("[]");
      Reply both = lenient.get("/api/query", "start", START, "m", "sum:mem", "m", "sum:disk");
      assertThat(both.body()).contains("\"disk\"").doesNotContain("\"mem\"");
      assertThat(lenient.send("DELETE", "/api/query", "start", START, "m", "sum:mem").body())
          .isEqualTo("[]");
      assertThat(lenient.log().history()).isEmpty();
      lenient.block();
      assertThat(lenient.get("/api/query", "start", START, "m", "sum:mem").body()).contains(":14");
    }
  }

  @Test
  void seriesAreNotFoundByTheirIdentifier() throws Exception {
    root.block(MEM);
    String hidden = tsuid("mem");
    assertThat(root.get("/api/query", "start", START, "tsuid", "sum:" + hidden).body())
        .isEqualTo("[]");
    assertThat(root.get("/api/query/last", "tsuids", hidden).body()).isEqualTo("[]");
    String both = hidden + "," + tsuid("disk");
    assertThat(root.get("/api/query/last", "tsuids", both).body())
        .contains(tsuid("disk"))
        .doesNotContain(hidden);
    root.block();
    assertThat(root.get("/api/query/last", "tsuids", hidden).body()).contains(hidden);
    assertThat(root.get("/api/query", "start", START, "tsuid", "sum:" + hidden).body())
        .contains(":7");
  }

  @Test
  void lastDatapointsAreNotShown() throws Exception {
    root.block(MEM);
    assertThat(root.get("/api/query/last", "timeseries", "mem{host=a}").status()).isEqualTo(400);
    try (var lenient = root(RootFixture.DEFAULTS)) {
      fill(lenient);
      lenient.block(MEM);
      for (String backScan : List.of("0", "1")) {
        assertThat(
                lenient
                    .get("/api/query/last", "timeseries", "mem{host=a}", "back_scan", backScan)
                    .body())
            .isEqualTo("[]");
      }
    }
  }

  @Test
  void suggestionsSkipBlockedMetrics() throws Exception {
    root.block(CPU);
    assertThat(root.get("/api/suggest", "type", "metrics", "max", "2").body())
        .isEqualTo("[\"disk\",\"mem\"]");
    assertThat(root.get("/api/suggest", "type", "metrics", "q", "cpu").body()).isEqualTo("[]");
    root.block(CPU, MEM, new BlockRule("disk", false));
    assertThat(root.get("/api/suggest", "type", "metrics", "max", "1").body())
        .isEqualTo("[\"memory\"]");
    root.block(new BlockRule("m", true));
    assertThat(root.get("/api/suggest", "type", "metrics").body())
        .isEqualTo("[\"cpu.idle\",\"cpu.user\",\"disk\"]");
  }

  @Test
  void lookupsSkipSeriesOfBlockedMetrics() throws Exception {
    root.block(CPU);
    assertThat(root.get("/api/search/lookup", "m", "cpu.idle").status()).isEqualTo(404);
    for (int limit = 1; limit <= 6; limit++) {
      assertThat(lookup("*", limit)).contains("\"totalResults\":" + limit).doesNotContain("cpu.");
    }
    assertThat(lookup("*", 50)).contains("\"totalResults\":6");
    assertThat(lookup("*", 0)).contains("\"totalResults\":6");
    assertThat(lookup("*{host=a}", 50)).contains("\"totalResults\":3");
    root.block();
    assertThat(lookup("*", 50)).contains("\"totalResults\":10");
  }

  private String lookup(String metric, int limit) throws Exception {
    return root.get("/api/search/lookup", "m", metric, "limit", Integer.toString(limit)).body();
  }

  @Test
  void expressionsDoNotFindABlockedMetric() throws Exception {
    root.block(MEM);
    assertThat(root.get("/api/query/gexp", "start", START, "exp", "scale(sum:mem,2)").status())
        .isEqualTo(400);
    String expression =
        """
        {"time": {"start": "%s", "aggregator": "sum"},
         "metrics": [{"id": "a", "metric": "%s"}],
         "expressions": [{"id": "e", "expr": "a + a"}]}
        """;
    assertThat(root.post("/api/query/exp", expression.formatted(START, "mem")).status())
        .isEqualTo(400);
    assertThat(root.post("/api/query/exp", expression.formatted(START, "disk")).status())
        .isEqualTo(200);
  }

  @Test
  void theNameOfABlockedMetricCanBeAssigned() throws Exception {
    assertThat(root.get("/api/uid/assign", "metric", "mem").status()).isEqualTo(400);
    root.block(MEM);
    assertThat(root.get("/api/uid/assign", "metric", "mem").status()).isEqualTo(200);
  }
}
