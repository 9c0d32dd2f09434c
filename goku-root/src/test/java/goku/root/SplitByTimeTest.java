package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Namespace;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.query.DeleteOutcome;
import goku.testkit.shard.RollupShard;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tests of a root with GokuS and GokuL.
class SplitByTimeTest {
  private static final long HOUR = 3600;

  /// The time from which GokuS answers at `NOW`, a multiple of two hours.
  private static final long BOUNDARY = 500_000 * HOUR;

  private static final Instant NOW = Instant.ofEpochSecond(BOUNDARY + 25 * HOUR);
  private static final Namespace MEMORY = RootFixture.namespace("ns1", new Sharding(1, 2));
  private static final SeriesName OLD = SeriesName.of("old.cpu", Map.of("host", "disk"));
  private static final SeriesName CPU = SeriesName.of("cpu", Map.of("host", "both"));
  private static final SeriesName NEW = SeriesName.of("new.cpu", Map.of("host", "memory"));

  private final RootFixture root = root("--allow-delete", "--skip-unresolved=false");

  private static RootFixture root(String... flags) {
    var root =
        new RootFixture(
            RootFixture.config(flags), NOW, RootFixture.onDisk(MEMORY, new Sharding(2, 3)));
    for (int hour = -30; hour < 0; hour++) {
      root.putOnDisk(OLD, (BOUNDARY + hour * HOUR) * 1000, hour);
      root.putOnDisk(CPU, (BOUNDARY + hour * HOUR) * 1000, hour);
    }
    for (int hour = 0; hour < 24; hour++) {
      root.put(CPU, (BOUNDARY + hour * HOUR) * 1000, hour);
      root.put(NEW, (BOUNDARY + hour * HOUR) * 1000, hour);
    }
    return root;
  }

  @AfterEach
  void close() {
    root.close();
  }

  @Test
  void namesOfBothStoresAreKnownAndSuggested() throws Exception {
    assertThat(root.get("/api/suggest", "type", "metrics").body())
        .isEqualTo("[\"cpu\",\"new.cpu\",\"old.cpu\"]");
    assertThat(root.get("/api/suggest", "type", "tagv").body())
        .isEqualTo("[\"both\",\"disk\",\"memory\"]");
    assertThat(root.get("/api/search/lookup", "m", "old.cpu").body()).contains("disk");
    assertThat(root.get("/api/search/lookup", "m", "cpu").body()).contains("\"totalResults\":1");
    assertThat(query(-5, 5, "sum:old.cpu{host=both}").status()).isEqualTo(200);
    assertThat(query(-5, 5, "sum:older.cpu").body()).contains("No such name for 'metrics'");
  }

  @Test
  void aSeriesIsFoundByItsIdentifierWhereverItIs() throws Exception {
    Reply old = root.get("/api/query", times(-2, 0, "m", "sum:old.cpu", "show_tsuids", ""));
    String tsuid = old.body().replaceAll("(?s).*\"tsuids\":\\[\"(\\w+)\".*", "$1");
    assertThat(root.get("/api/query", times(-2, 0, "tsuid", "sum:" + tsuid)).body())
        .contains("\"metric\":\"old.cpu\"");
  }

  @Test
  void theLastDatapointIsTheLatestOfBothStores() throws Exception {
    assertThat(last("cpu{host=both}", 40)).contains("\"value\":\"23\"");
    assertThat(last("old.cpu{host=disk}", 40)).contains("\"value\":\"-1\"");
    assertThat(last("old.cpu{host=disk}", 24)).isEqualTo("[]");
  }

  @Test
  void theLastHoursDoNotConcernGokuL() throws Exception {
    for (int shard = 0; shard < 6; shard++) {
      root.loseOnDisk(new ShardId("ns1", shard));
    }
    assertThat(query(0, 5, "sum:cpu").body()).doesNotContain("partial").contains("dps");
    assertThat(last("cpu{host=both}", 20)).contains("\"value\":\"23\"");
  }

  @Test
  void unservedGokuLShardsAreNamed() throws Exception {
    root.loseOnDisk(new ShardId("ns1", 4));
    assertThat(root.check().ok()).isFalse();
    assertThat(root.check().reason()).contains("1 of ", "long:ns1/4");
    for (int shard = 0; shard < 6; shard++) {
      root.loseOnDisk(new ShardId("ns1", shard));
    }
    Reply partial = query(-5, 5, "sum:cpu");
    assertThat(partial.headers().get("X-Goku-Partial")).contains("missing long:ns1/");
    assertThat(partial.body()).contains("\"partial\":true", "\"" + (BOUNDARY + HOUR) + "\"");
    Reply refused = root.get("/api/query", times(-5, 5, "m", "sum:cpu", "fail_on_partial", ""));
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.body()).contains("shard long:ns1/");
  }

  @Test
  void missingDataOutsideTheRangeOfAShardDoNotMatter() throws Exception {
    for (int shard = 0; shard < 2; shard++) {
      root.shards()
          .get(new ShardId("ns1", shard))
          .setHoles(Holes.before(BOUNDARY * 1000, HoleCause.RECOVERY));
    }
    assertThat(query(-5, 5, "sum:cpu").headers()).doesNotContainKey("X-Goku-Partial");
    for (int shard = 0; shard < 6; shard++) {
      root.disk()
          .get(new ShardId("ns1", shard))
          .setHoles(Holes.before((BOUNDARY - 3 * HOUR) * 1000, HoleCause.RECOVERY));
    }
    assertThat(query(-3, 5, "sum:cpu").headers()).doesNotContainKey("X-Goku-Partial");
    assertThat(query(-5, 5, "sum:cpu").headers().get("X-Goku-Partial"))
        .isEqualTo("complete-from=" + (BOUNDARY - 3 * HOUR) * 1000);
  }

  @Test
  void aDeleteRemovesDataOnDiskAndInMemory() throws Exception {
    assertThat(root.send("DELETE", "/api/query", times(-3, 5, "m", "sum:cpu")).status())
        .isEqualTo(200);
    assertThat(query(-7, 7, "sum:cpu").body())
        .contains("\"" + (BOUNDARY - 4 * HOUR) + "\"", "\"" + (BOUNDARY + 6 * HOUR) + "\"")
        .doesNotContain("\"" + (BOUNDARY - HOUR) + "\"", "\"" + (BOUNDARY + 3 * HOUR) + "\"");
  }

  @Test
  void aDeleteThatFailsOnDiskLeavesMemoryUnchanged() throws Exception {
    deletesEndAs(DeleteOutcome.TOO_MANY);
    Reply many = root.send("DELETE", "/api/query", times(-1, 5, "m", "sum:cpu"));
    assertThat(many.status()).isEqualTo(503);
    assertThat(many.body()).contains("limit of pending deletes", "ns1/");
    for (int shard = 0; shard < 6; shard++) {
      root.loseOnDisk(new ShardId("ns1", shard));
    }
    Reply lost = root.send("DELETE", "/api/query", times(-1, 5, "m", "sum:cpu"));
    assertThat(lost.status()).isEqualTo(503);
    assertThat(lost.body()).contains("long:ns1/", "is not available");
    assertThat(root.log().history()).isEmpty();
    assertThat(root.send("DELETE", "/api/query", times(5, 7, "m", "sum:cpu")).status())
        .as("in memory only")
        .isEqualTo(200);
  }

  @Test
  void theAnswerTellsThatADeleteIsPendingIfADiskNodeIsLate() throws Exception {
    deletesEndAs(DeleteOutcome.LATE);
    Reply reply = root.send("DELETE", "/api/query", times(-1, 5, "m", "sum:cpu"));
    assertThat(reply.status()).isEqualTo(504);
    assertThat(reply.body()).contains("will be applied", "ns1/");
    assertThat(root.log().history()).isNotEmpty();
  }

  private void deletesEndAs(DeleteOutcome outcome) {
    for (int shard = 0; shard < 6; shard++) {
      root.disk().get(new ShardId("ns1", shard)).setDeleteOutcome(outcome);
    }
  }

  @Test
  void statsTellWhichFormOfTheDataWasRead() throws Exception {
    root.readDisk(shard -> new RollupShard(shard, 900_000, 0));
    String byRollups = stats("sum:2h-avg:cpu");
    assertThat(byRollups)
        .contains(
            "\"stats\":{\"gokuStats\":{\"origins\":[\"rollups\"],\"series\":1,\"datapoints\":10}}")
        .contains(
            "{\"statsSummary\":{\"gokuStats\":{\"origins\":[\"rollups\"],\"series\":1,"
                + "\"datapoints\":10,\"queries\":[{\"origins\":[\"rollups\"],\"series\":1,"
                + "\"datapoints\":10}]}}}");
    assertThat(stats("sum:2h-avg:rollup_raw:cpu")).contains("\"origins\":[\"raw\",\"rollups\"]");
    assertThat(stats("sum:2h-avg:ROLLUP_FALLBACK:cpu")).contains("\"origins\":[\"rollups\"]");
    assertThat(stats("sum:2h-p99:cpu")).contains("\"origins\":[\"raw\",\"rollups\"]");
    assertThat(stats("sum:20m-avg:cpu")).contains("\"origins\":[\"raw\",\"rollups\"]");
  }

  @Test
  void aBodyCanAskForRawDatapointsToo() throws Exception {
    root.readDisk(shard -> new RollupShard(shard, 900_000, 0));
    String body =
        """
        {"start": %d, "end": %d, "showSummary": true,
         "queries": [{"metric": "cpu", "aggregator": "sum", "downsample": "1h-sum",
                      "rollupUsage": "%s"}]}
        """;
    long start = BOUNDARY - 4 * HOUR;
    assertThat(root.post("/api/query", body.formatted(start, BOUNDARY, "ROLLUP_RAW")).body())
        .contains("\"raw\"");
    assertThat(root.post("/api/query", body.formatted(start, BOUNDARY, "ROLLUP_NOFALLBACK")).body())
        .doesNotContain("\"raw\"");
  }

  private String stats(String m) throws Exception {
    Reply reply =
        root.get("/api/query", times(-4, 4, "m", m, "show_stats", "", "show_summary", ""));
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.body();
  }

  private Reply query(long fromHours, long toHours, String m) throws Exception {
    return root.get("/api/query", times(fromHours, toHours, "m", m));
  }

  private String last(String series, int backScan) throws Exception {
    return root.get(
            "/api/query/last", "timeseries", series, "back_scan", Integer.toString(backScan))
        .body();
  }

  /// Returns the parameters of a query. Hours count from the boundary.
  private static String[] times(long fromHours, long toHours, String... more) {
    String[] parameters = new String[4 + more.length];
    parameters[0] = "start";
    parameters[1] = Long.toString(BOUNDARY + fromHours * HOUR);
    parameters[2] = "end";
    parameters[3] = Long.toString(BOUNDARY + toHours * HOUR);
    System.arraycopy(more, 0, parameters, 4, more.length);
    return parameters;
  }
}
