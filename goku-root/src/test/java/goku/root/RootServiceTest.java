package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.http.HttpRequest;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.MetricPrefix;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RootServiceTest {
  private static final long START = 1_800_000_000;
  private static final Sharding SHARDING = new Sharding(1, 4);
  private static final Instant NOW = Instant.ofEpochSecond(START + 600);

  @Test
  void aLostShardFailsTheQueryAndIsNamed() throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      fill(root, "cpu", 10);
      root.lose(new ShardId("ns1", 2));
      String start = Long.toString(START);
      Reply reply = root.get("/api/query", "start", start, "m", "sum:cpu", "fail_on_partial", "");
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.body()).contains("ns1/2");
    }
  }

  @Test
  void aRootThatStartsWaitsForEveryShard() {
    try (var root = root(RootFixture.DEFAULTS)) {
      root.lose(new ShardId("ns1", 2));
      assertThat(root.check().ok()).isFalse();
      assertThat(root.check().reason()).contains("1 of ", "ns1/2");
    }
  }

  @Test
  void aRootThatHadAllShardsStaysReadyWithTheRemainingOnes() {
    try (var root = root(RootFixture.DEFAULTS)) {
      root.begin();
      assertThat(root.check().ok()).isTrue();
      root.lose(new ShardId("ns1", 2));
      assertThat(root.check().ok()).isTrue();
      for (int shard = 0; shard < 4; shard++) {
        root.lose(new ShardId("ns1", shard));
      }
      assertThat(root.check().ok()).isFalse();
    }
  }

  @Test
  void anAnswerWithoutAShardIsMarkedPartial() throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      fill(root, "cpu", 10);
      assertThat(query(root, "count:cpu").body()).doesNotContain("partial");
      root.lose(new ShardId("ns1", 2));
      Reply reply = query(root, "count:cpu");
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.body()).contains("\"partial\":true");
      assertThat(reply.headers()).containsEntry("X-Goku-Partial", "missing ns1/2");
    }
  }

  @Test
  void anAnswerDuringRecoveryTellsFromWhenItIsComplete() throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      fill(root, "cpu", 10);
      long complete = START * 1000 + 1;
      recover(root, 1, complete);
      recover(root, 2, complete - 5);
      Reply reply = query(root, "count:cpu");
      assertThat(reply.body()).contains("\"partial\":true,\"completeFrom\":" + complete);
      assertThat(reply.headers()).containsEntry("X-Goku-Partial", "complete-from=" + complete);
      root.lose(new ShardId("ns1", 3));
      assertThat(query(root, "count:cpu").headers())
          .containsEntry("X-Goku-Partial", "missing ns1/3; complete-from=" + complete);
    }
  }

  @Test
  void anAnswerStatesTheTimesThatAreMissingAndWhy() throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      fill(root, "cpu", 10);
      long start = START * 1000;
      Holes holes =
          Holes.of(
              new Hole(start + 60_000, start + 120_000, HoleCause.LOG_LOST),
              new Hole(start - 9000, start + 1000, HoleCause.DAMAGED),
              new Hole(0, start, HoleCause.MEMORY));
      root.shards().get(new ShardId("ns1", 1)).setHoles(holes);
      recover(root, 2, start + 5);
      Reply reply = query(root, "count:cpu");
      assertThat(reply.headers().get("X-Goku-Partial"))
          .as("cut at the start of the query, and without what ends there")
          .isEqualTo(
              "complete-from=%d; holes=%d-%d damaged,%d-%d log-lost"
                  .formatted(start + 5, start, start + 1000, start + 60_000, start + 120_000));
      assertThat(reply.body())
          .contains("\"partial\":true,\"completeFrom\":" + (start + 5))
          .contains(
              "\"holes\":[{\"start\":%d,\"end\":%d,\"cause\":\"damaged\"},{\"start\":"
                  .formatted(start, start + 1000));
      recover(root, 2, Long.MIN_VALUE);
      String from = Long.toString(START);
      Reply refused = root.get("/api/query", "start", from, "m", "sum:cpu", "fail_on_partial", "");
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.body()).contains(Long.toString(start + 1000), "cause=damaged");
    }
  }

  @Test
  void aNameIsNotReportedAsUnknownWhileAShardLacksData() throws Exception {
    try (var root = root(RootFixture.config("--skip-unresolved=false"))) {
      fill(root, "cpu", 10);
      assertThat(query(root, "sum:none").status()).isEqualTo(400);
      assertThat(query(root, "sum:cpu{host=none}").status()).isEqualTo(400);
      for (int shard = 0; shard < 4; shard++) {
        recover(root, shard, START * 1000);
      }
      for (String metric : List.of("none", "cpu{host=none}")) {
        Reply reply = query(root, "sum:" + metric);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).isEqualTo("[]");
        assertThat(reply.headers()).as("the range itself is complete").isEmpty();
      }
      assertThat(root.get("/api/search/lookup", "m", "none").status()).isEqualTo(503);
      for (int shard = 0; shard < 4; shard++) {
        root.shards()
            .get(new ShardId("ns1", shard))
            .setHoles(Holes.before(START * 1000, HoleCause.NOT_KEPT));
      }
      assertThat(query(root, "sum:none").status()).as("the other store has it").isEqualTo(400);
    }
  }

  @Test
  void searchesForNamesAreMarkedWhileAShardRecovers() throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      fill(root, "cpu", 10);
      String[] suggest = {"type", "metrics", "q", "cp"};
      String[] lookup = {"m", "cpu"};
      assertThat(root.get("/api/suggest", suggest).headers()).isEmpty();
      assertThat(root.get("/api/search/lookup", lookup).headers()).isEmpty();
      recover(root, 1, START * 1000);
      for (Reply marked :
          List.of(root.get("/api/suggest", suggest), root.get("/api/search/lookup", lookup))) {
        assertThat(marked.status()).isEqualTo(200);
        assertThat(marked.body()).contains("cpu");
        assertThat(marked.headers())
            .containsEntry("X-Goku-Partial", "complete-from=" + START * 1000);
      }
      assertThat(root.get("/api/suggest", "type", "metrics", "fail_on_partial", "").status())
          .isEqualTo(503);
      assertThat(root.get("/api/search/lookup", "m", "cpu", "fail_on_partial", "").status())
          .isEqualTo(503);
    }
  }

  @Test
  void aQueryForDatapointsAfterTheRecoveredOnesIsComplete() throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      fill(root, "cpu", 10);
      Reply before = query(root, "count:cpu");
      recover(root, 1, START * 1000);
      assertThat(query(root, "count:cpu")).isEqualTo(before);
      assertThat(query(root, "count:1m-avg:cpu").headers()).isEmpty();
    }
  }

  @Test
  void aRecoveringShardFailsAQueryWithoutPartialAnswers() throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      fill(root, "cpu", 10);
      recover(root, 1, START * 1000 + 1);
      String start = Long.toString(START);
      Reply reply = root.get("/api/query", "start", start, "m", "sum:cpu", "fail_on_partial", "");
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.body()).contains("recovered", Long.toString(START * 1000 + 1));
      assertThat(root.get("/api/stats/query").body()).contains("\"code\":503");
      Reply expression = root.get("/api/query/gexp", "start", start, "exp", "scale(sum:cpu,2)");
      assertThat(expression.status()).isEqualTo(503);
    }
  }

  private static void recover(RootFixture root, int shard, long completeFromMillis) {
    root.shards()
        .get(new ShardId("ns1", shard))
        .setHoles(Holes.before(completeFromMillis, HoleCause.RECOVERY));
  }

  @Test
  void partialAnswersCanBeDisabled() throws Exception {
    try (var root = root(RootFixture.config("--partial-answers=false"))) {
      fill(root, "cpu", 10);
      root.lose(new ShardId("ns1", 2));
      assertThat(query(root, "sum:cpu").status()).isEqualTo(503);
    }
  }

  @Test
  void aQueryForTooManySeriesIsRejected() throws Exception {
    try (var root = root(RootFixture.config("--max-series=9"))) {
      fill(root, "cpu", 10);
      Reply reply = query(root, "sum:cpu");
      assertThat(reply.status()).isEqualTo(413);
      assertThat(reply.body()).contains("'cpu'", "9 series", "max-series");
    }
  }

  @Test
  void aQueryForTooManyDatapointsIsRejected() throws Exception {
    try (var root = root(RootFixture.config("--max-datapoints=19"))) {
      fill(root, "cpu", 10);
      Reply reply = query(root, "sum:cpu");
      assertThat(reply.status()).isEqualTo(413);
      assertThat(reply.body()).contains("19 datapoints", "max-datapoints");
    }
  }

  /// Tests nodes whose groups have different timestamps, so the root requests single series.
  @Test
  void aQueryThatRestartsForSeriesCountsItsCostOnce() throws Exception {
    try (var root = root(RootFixture.config("--max-series=10", "--max-datapoints=20"))) {
      for (int i = 0; i < 10; i++) {
        var name = SeriesName.of("cpu", Map.of("host", "h" + i));
        int node = SHARDING.shardOf(name.metricHash(), name.hash()) % 2;
        root.put(name, (START + node) * 1000, 1);
        root.put(name, (START + node + 2) * 1000, 1);
      }
      Reply reply = query(root, "sum:cpu");
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.body()).contains("\"%d\":10".formatted(START + 1));
    }
  }

  @Test
  void aQueryThatFillsMillionsOfStepsIsRejected() throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      fill(root, "cpu", 1);
      Reply reply = root.get("/api/query", "start", "1y-ago", "m", "sum:1s-avg-zero:cpu");
      assertThat(reply.status()).isEqualTo(413);
      assertThat(reply.body()).contains("buckets");
    }
  }

  /// Their only step begins in 1970, before the range.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "9223372036854775807ms-sum",
        "9223372036854775807ms-sum-nan",
        "4611686018427387904ms-avg-zero",
        "106751991167d-count",
        "292471208y-max-null"
      })
  void stepsAsLongAsTheAgeOfTheUniverseAreAnsweredLikeLongOnes(String downsample) throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      fill(root, "cpu", 1);
      Reply reply = query(root, "sum:%s:cpu".formatted(downsample));
      assertThat(reply).isEqualTo(query(root, "sum:9000y-sum:cpu"));
      assertThat(reply.status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483647yc-sum", "2147483647nc-sum-nan", "2147483647dc-sum-zero"})
  void calendarStepsBeyondTheLastYearAreNoErrorOfTheServer(String downsample) throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      fill(root, "cpu", 1);
      assertThat(query(root, "sum:%s:cpu".formatted(downsample)).status()).isIn(200, 400);
    }
  }

  @Test
  void refusedNamesAreLoggedWithTheQuery() throws Exception {
    try (var root = root(RootFixture.config("--skip-unresolved=false"))) {
      fill(root, "cpu", 2);
      assertThat(query(root, "sum:cpu{host=web0|web1}").status()).isEqualTo(200);
      assertThat(query(root, "sum:cpu{}{nope=not_key()}").body())
          .contains("No such name for 'tagk': 'nope'");
      assertThat(root.get("/api/stats/query").body()).contains("\"code\":400");
    }
  }

  @Test
  void joinsASeriesWhoseMetricMovedToAnotherNamespace() throws Exception {
    var moved = new MetricPrefix("cpu", Instant.ofEpochSecond(START + 30));
    try (var before = root(RootFixture.DEFAULTS);
        var after =
            new RootFixture(
                RootFixture.DEFAULTS,
                NOW,
                RootFixture.namespace("ns1", new Sharding(1, 4)),
                RootFixture.namespace("ns2", new Sharding(2, 2), moved))) {
      fill(before, "cpu", 10);
      fill(after, "cpu", 10);
      for (String m :
          new String[] {
            "sum:cpu", "sum:rate:cpu{host=*}", "avg:40s-avg:cpu", "p90:40s-sum-nan:rate:cpu"
          }) {
        assertThat(query(after, m)).isEqualTo(query(before, m));
        assertThat(query(after, m).body()).contains("host");
      }
    }
  }

  @Test
  void withoutKafkaThereAreNoAnnotations() throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      for (String path : new String[] {"annotation", "annotation/bulk", "v1/annotations"}) {
        Reply reply = root.post("/api/" + path, "{}");
        assertThat(reply.status()).isEqualTo(501);
        assertThat(reply.body()).contains("Annotations are not supported", "Kafka");
      }
    }
  }

  @Test
  void countsRequestsByEndpointAndStatus() throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      fill(root, "cpu", 3);
      query(root, "sum:cpu");
      query(root, "best:cpu");
      var requests = root.meters().get("goku.root.requests").tag("endpoint", "query");
      assertThat(requests.tag("status", "200").timer().count()).isEqualTo(1);
      assertThat(root.meters().get("goku.root.query.series").summary().totalAmount()).isEqualTo(3);
    }
  }

  private static Reply query(RootFixture root, String m) throws Exception {
    return root.get("/api/query", "start", Long.toString(START), "m", m);
  }

  private static RootFixture root(RootConfig config) {
    return new RootFixture(config, NOW, RootFixture.namespace("ns1", SHARDING));
  }

  /// Writes ten datapoints per series, 20 s apart.
  private static void fill(RootFixture root, String metric, int series) {
    for (int i = 0; i < series; i++) {
      var name = SeriesName.of(metric, Map.of("host", "web" + i));
      for (int n = 0; n < 10; n++) {
        root.put(name, (START + n * 20L) * 1000, i + n / 3.0);
      }
    }
  }

  @Test
  void aGetThatOverridesItsMethodWithPostIsReadAsTheGetItIs() throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      fill(root, "cpu", 1);
      Map<String, List<String>> parameters =
          Map.of(
              "method_override", List.of("post"),
              "start", List.of("1h-ago"),
              "m", List.of("sum:cpu"));
      var request =
          new HttpRequest("POST", "/api/query", parameters, Map.of(), new byte[0], "test");
      assertThat(root.answer(request).status()).isEqualTo(200);
    }
  }

  @Test
  void tellsItsStatusAndHasNoRegionClients() throws Exception {
    try (var root = root(RootFixture.DEFAULTS)) {
      root.begin();
      assertThat(root.get("/api/status").body()).isEqualTo("{\"status\":\"ok\"}");
      assertThat(root.get("/api/v1/stats/jvm").status()).isEqualTo(200);
      assertThat(root.get("/api/stats/threads").status()).isEqualTo(200);
      assertThat(root.get("/api/stats/region_clients").status()).isEqualTo(501);
    }
  }
}
