package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.MetricPrefix;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.Tag;
import goku.root.opentsdb.wire.Tsuid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests of queries by TSUID over several namespaces and shard groups.
class SeriesByIdTest {
  private static final long START = 1_800_000_000;
  private static final String FOREIGN = "FFFFFEFFFFFEFFFFFE";

  private final RootFixture root =
      new RootFixture(
          RootFixture.DEFAULTS,
          Instant.ofEpochSecond(START + 600),
          RootFixture.namespace("ns1", new Sharding(3, 4)),
          RootFixture.namespace("ns2", new Sharding(5, 2), new MetricPrefix("db.", Instant.EPOCH)));

  @BeforeEach
  void fill() {
    for (String metric : List.of("cpu", "mem", "db.rows")) {
      for (int i = 0; i < 8; i++) {
        put(metric, i, START, i);
        put(metric, i, START + 20, i + 1);
      }
    }
  }

  @AfterEach
  void close() {
    root.close();
  }

  @Test
  void everySeriesIsFoundByTheIdentifierThatALookupGives() throws Exception {
    for (String metric : List.of("cpu", "mem", "db.rows")) {
      for (int i = 0; i < 8; i++) {
        assertThat(root.get("/api/search/lookup", "m", metric + "{host=h%d}".formatted(i)).body())
            .contains("\"" + tsuid(metric, i) + "\"");
        assertThat(get("tsuid", "sum:" + tsuid(metric, i)))
            .isEqualTo(get("m", "sum:%s{}{host=h%d}".formatted(metric, i)))
            .contains("\"metric\":\"%s\"".formatted(metric), "\"host\":\"h%d\"".formatted(i));
      }
    }
  }

  @Test
  void severalSeriesAreAggregatedWithTheOptionsOfTheExpression() throws Exception {
    String ids = tsuid("db.rows", 2) + "," + tsuid("db.rows", 5) + "," + tsuid("db.rows", 7);
    assertThat(get("tsuid", "max:1m-sum:rate:" + ids))
        .isEqualTo(get("m", "max:1m-sum:rate:db.rows{}{host=h2|h5|h7}"));
    assertThat(get("tsuid", "sum:" + ids)).contains("\"aggregateTags\":[\"host\"]", "17");
  }

  @Test
  void inABodyTheIdentifiersWinOverMetricAndFilters() throws Exception {
    String body =
        """
        {"start": %d, "showQuery": true, "queries": [
          {"aggregator": "sum", "metric": "mem", "tags": {"host": "h1"}, "explicitTags": true,
           "tsuids": ["%s", "%s"]},
          {"aggregator": "sum", "metric": "mem", "tsuids": []}]}\
        """
            .formatted(START, tsuid("cpu", 3), tsuid("cpu", 4));
    assertThat(root.post("/api/query", body).body())
        .contains("\"metric\":\"cpu\"", "\"1800000000\":7", "\"1800000000\":28")
        .contains("\"tsuids\":[\"%s\",\"%s\"]".formatted(tsuid("cpu", 3), tsuid("cpu", 4)));
  }

  @Test
  void anUnknownIdentifierGivesNothingAndDoesNotShiftOtherResults() throws Exception {
    String other = Tsuid.of("cpu", List.of(new Tag("host", "nobody")));
    assertThat(get("tsuid", "sum:" + FOREIGN)).isEqualTo("[]");
    assertThat(get("tsuid", "sum:" + other)).isEqualTo("[]");
    assertThat(get("tsuid", "sum:" + other + "," + tsuid("cpu", 1) + "," + FOREIGN))
        .isEqualTo(get("m", "sum:cpu{}{host=h1}"));
    assertThat(get("tsuid", "sum:" + other, "m", "sum:cpu", "show_query", ""))
        .contains("\"index\":1")
        .doesNotContain("\"index\":0");
  }

  @Test
  void theHashOfANameUnderAnotherMetricFindsNothing() throws Exception {
    String crossed = tsuid("mem", 1).substring(0, 16) + tsuid("cpu", 1).substring(16);
    try (var single =
        new RootFixture(
            RootFixture.DEFAULTS,
            Instant.ofEpochSecond(START + 600),
            RootFixture.namespace("ns1", new Sharding(1, 1)))) {
      single.put(SeriesName.of("cpu", Map.of("host", "h1")), START * 1000, 1);
      assertThat(single.get("/api/query", "start", "1h-ago", "tsuid", "sum:" + crossed).body())
          .isEqualTo("[]");
      assertThat(single.get("/api/query/last", "tsuids", crossed).body()).isEqualTo("[]");
    }
  }

  @Test
  void identifiersOfTwoMetricsInOneSubQueryAreRejected() throws Exception {
    Reply reply = query("tsuid", "sum:" + tsuid("cpu", 1) + "," + tsuid("mem", 1));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body()).contains("did not share the same metric");
  }

  @Test
  void invalidIdentifiersAreRejected() throws Exception {
    assertThat(query("tsuid", "sum:cpu").body()).contains("'cpu'", "32 hexadecimal digits");
    assertThat(query("tsuid", "sum:").status()).isEqualTo(400);
    assertThat(query("tsuid", "").body()).contains("tsuid=", "not enough");
    assertThat(query("tsuid", tsuid("cpu", 1)).status()).isEqualTo(400);
    assertThat(root.post("/api/query", "{\"start\": 1, \"queries\": [{\"tsuids\": \"A\"}]}").body())
        .contains("'tsuids' must be an array");
  }

  @Test
  void aLostShardFailsOnlyQueriesForItsSeries() throws Exception {
    var lost = new ShardId("ns1", shardOf("cpu", 1));
    root.lose(lost);
    assertThat(query("tsuid", "sum:" + tsuid("cpu", 1)).status()).isEqualTo(503);
    assertThat(root.get("/api/query/last", "tsuids", tsuid("cpu", 1)).body())
        .contains(lost.toString());
    for (int i = 0; i < 8; i++) {
      if (shardOf("cpu", i) != lost.shard()) {
        assertThat(root.get("/api/query/last", "tsuids", tsuid("cpu", i)).status()).isEqualTo(200);
      }
    }
  }

  @Test
  void anIdentifierWhoseSeriesMayBeMissingIsMarkedAndNotTakenAsUnknown() throws Exception {
    String name = tsuid("new", 1);
    assertThat(query("tsuid", "sum:" + name).headers()).isEmpty();
    lack(START + 5);
    Reply marked = query("tsuid", "sum:" + name);
    assertThat(marked.body()).isEqualTo("[]");
    assertThat(marked.headers())
        .containsEntry("X-Goku-Partial", "complete-from=" + (START + 5) * 1000);
    assertThat(query("tsuid", "sum:" + name, "fail_on_partial", "").status()).isEqualTo(503);
    lack(START);
    assertThat(query("tsuid", "sum:" + name).headers()).as("the range is complete").isEmpty();
  }

  @Test
  void aDeleteByAnIdentifierWhoseSeriesMayBeMissingIsAnError() throws Exception {
    try (var deletes =
        new RootFixture(
            RootFixture.config("--allow-delete=true"),
            Instant.ofEpochSecond(START + 600),
            RootFixture.namespace("ns1", new Sharding(3, 4)))) {
      String[] delete = {"start", Long.toString(START), "tsuid", "sum:" + tsuid("new", 1)};
      assertThat(deletes.send("DELETE", "/api/query", delete).status()).isEqualTo(200);
      lack(deletes, START + 5);
      assertThat(deletes.send("DELETE", "/api/query", delete).status()).isEqualTo(503);
    }
  }

  private void lack(long untilSeconds) {
    lack(root, untilSeconds);
  }

  /// Lets the shard that the series `new` of host 1 would have recover.
  private static void lack(RootFixture root, long untilSeconds) {
    root.shards()
        .get(new ShardId("ns1", shardOf("new", 1)))
        .setHoles(Holes.before(untilSeconds * 1000, HoleCause.RECOVERY));
  }

  private static int shardOf(String metric, int host) {
    var name = SeriesName.of(metric, Map.of("host", "h" + host));
    return new Sharding(3, 4).shardOf(name.metricHash(), name.hash());
  }

  private void put(String metric, int host, long seconds, double value) {
    root.put(SeriesName.of(metric, Map.of("host", "h" + host)), seconds * 1000, value);
  }

  private static String tsuid(String metric, int host) {
    return Tsuid.of(metric, List.of(new Tag("host", "h" + host)));
  }

  private String get(String... parameters) throws Exception {
    Reply reply = query(parameters);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.body();
  }

  private Reply query(String... parameters) throws Exception {
    List<String> all = new ArrayList<>(List.of("start", Long.toString(START)));
    all.addAll(List.of(parameters));
    return root.get("/api/query", all.toArray(String[]::new));
  }
}
