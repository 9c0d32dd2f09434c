package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.model.Disk;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.Rollup;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.testkit.namespace.NamespaceBuilder;
import goku.testkit.shard.RollupShard;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tests of a metric that moves between namespaces (section 5.1 of the paper): the move must not be
/// visible in answers.
class MigrationTest {
  private static final long HOUR = 3600;
  private static final long DAY = 24 * HOUR;

  /// The time of the move, the start of a day.
  private static final long MOVE = 20_000 * DAY;

  private static final SeriesName CPU = SeriesName.of("cpu", Map.of("host", "a"));
  private static final Sharding FEW = new Sharding(1, 2);
  private static final Sharding MANY = new Sharding(4, 8);

  private static final Namespace BEFORE = RootFixture.namespace("before", FEW);

  /// The namespace after the move.
  private static final Namespace AFTER =
      RootFixture.namespace("after", MANY, new MetricPrefix("cpu", Instant.ofEpochSecond(MOVE)));

  private @Nullable RootFixture opened;

  private RootFixture root(long nowSeconds, Namespace... namespaces) {
    var root =
        new RootFixture(
            RootFixture.config("--allow-delete"), Instant.ofEpochSecond(nowSeconds), namespaces);
    opened = root;
    return root;
  }

  @AfterEach
  void close() {
    if (opened != null) {
      opened.close();
    }
  }

  @Test
  void aQueryOverTheMoveIsTheUnion() throws Exception {
    RootFixture root = root(MOVE + 5 * HOUR, AFTER, BEFORE);
    for (int hour = -4; hour < 5; hour++) {
      root.put(CPU, (MOVE + hour * HOUR) * 1000, hour);
    }
    // late datapoints before and after the move, adjacent to it
    root.put(CPU, MOVE * 1000 - 1, 100);
    root.put(CPU, MOVE * 1000 + 1, 200);
    assertThat(points(root, MOVE - 4 * HOUR, MOVE + 5 * HOUR, "sum:cpu").values())
        .containsExactly(-4.0, -3.0, -2.0, -1.0, 100.0, 0.0, 200.0, 1.0, 2.0, 3.0, 4.0);
    assertThat(points(root, MOVE - 4 * HOUR, MOVE + 5 * HOUR, "sum:2h-sum:cpu").values())
        .containsExactly(-7.0, 97.0, 201.0, 5.0, 4.0);
    assertThat(points(root, MOVE, MOVE + HOUR, "sum:cpu").values())
        .containsExactly(0.0, 200.0, 1.0);
    assertThat(points(root, MOVE - HOUR, MOVE * 1000 - 1, "sum:cpu").values())
        .containsExactly(-1.0, 100.0);
  }

  @Test
  void theRootFollowsTheMoveWhileItRuns() throws Exception {
    RootFixture root = root(MOVE + 5 * HOUR, AFTER, BEFORE);
    root.put(CPU, (MOVE - HOUR) * 1000, 1);
    root.put(CPU, (MOVE + HOUR) * 1000, 2);
    root.use(BEFORE);
    assertThat(points(root, MOVE - 2 * HOUR, MOVE + 2 * HOUR, "sum:cpu").values())
        .containsExactly(1.0);
    root.use(AFTER, BEFORE);
    assertThat(points(root, MOVE - 2 * HOUR, MOVE + 2 * HOUR, "sum:cpu").values())
        .containsExactly(1.0, 2.0);
  }

  @Test
  void datapointsAheadOfTheClockSentBeforeTheMoveAreFound() throws Exception {
    RootFixture root = root(MOVE + 5 * HOUR, AFTER, BEFORE);
    int shard = FEW.shardOf(CPU.metricHash(), CPU.hash());
    root.shards().get(BEFORE.shard(shard)).put(CPU, (MOVE + 60) * 1000, 7);
    root.shards().get(BEFORE.shard(shard)).put(CPU, (MOVE + 120) * 1000, 8);
    root.put(CPU, (MOVE + 120) * 1000, 9);
    assertThat(points(root, MOVE + 30, MOVE + HOUR, "sum:cpu").values())
        .as("the later write counts")
        .containsExactly(7.0, 9.0);
  }

  @Test
  void namesIdentifiersAndLastDatapointsIgnoreTheMove() throws Exception {
    RootFixture root = root(MOVE + 5 * HOUR, AFTER, BEFORE);
    SeriesName gone = SeriesName.of("cpu", Map.of("host", "gone"));
    root.put(gone, (MOVE - HOUR) * 1000, 1);
    root.put(CPU, (MOVE - HOUR) * 1000, 2);
    root.put(CPU, (MOVE + HOUR) * 1000, 3);
    assertThat(root.get("/api/suggest", "type", "tagv").body()).isEqualTo("[\"a\",\"gone\"]");
    assertThat(root.get("/api/search/lookup", "m", "cpu").body())
        .contains("\"totalResults\":2", "gone");
    assertThat(last(root, "cpu{host=a}")).contains("\"value\":\"3\"");
    assertThat(last(root, "cpu{host=gone}")).contains("\"value\":\"1\"");
    String range = Long.toString(MOVE - 2 * HOUR);
    Reply asked = root.get("/api/query", "start", range, "m", "sum:cpu{host=a}", "show_tsuids", "");
    String tsuid = asked.body().replaceAll("(?s).*\"tsuids\":\\[\"(\\w+)\".*", "$1");
    assertThat(root.get("/api/query", "start", range, "tsuid", "sum:" + tsuid).body())
        .contains("\"" + (MOVE - HOUR) + "\":2", "\"" + (MOVE + HOUR) + "\":3");
  }

  @Test
  void aDeleteOverTheMoveReachesBothNamespaces() throws Exception {
    RootFixture root = root(MOVE + 5 * HOUR, AFTER, BEFORE);
    for (int hour = -4; hour < 5; hour++) {
      root.put(CPU, (MOVE + hour * HOUR) * 1000, hour);
    }
    String from = Long.toString(MOVE - HOUR);
    String to = Long.toString(MOVE + HOUR);
    assertThat(root.send("DELETE", "/api/query", "start", from, "end", to, "m", "sum:cpu").status())
        .isEqualTo(200);
    assertThat(points(root, MOVE - 4 * HOUR, MOVE + 5 * HOUR, "sum:cpu").values())
        .containsExactly(-4.0, -3.0, -2.0, 2.0, 3.0, 4.0);
  }

  /// Tests the first of the paper's two planned migrations.
  @Test
  void aMetricOfManySeriesMovesToMoreShardsInBothStores() throws Exception {
    Namespace before = RootFixture.onDisk(BEFORE, new Sharding(1, 3));
    Namespace after = RootFixture.onDisk(AFTER, new Sharding(2, 9));
    // memory starts at MOVE + 2 h - 10 min, rounded down to two hours
    long boundary = MOVE + 2 * HOUR;
    RootFixture root = root(MOVE + DAY + 2 * HOUR, before, after);
    int hosts = 1000;
    for (int host = 0; host < hosts; host++) {
      SeriesName name = SeriesName.of("cpu", Map.of("host", "h" + host, "dc", "d" + host % 3));
      for (long time = MOVE - 4 * HOUR; time < MOVE + 6 * HOUR; time += HOUR) {
        double value = host + (double) (time - MOVE) / HOUR;
        if (time < boundary) {
          root.putOnDisk(name, time * 1000, value);
        } else {
          root.put(name, time * 1000, value);
        }
      }
    }
    Map<Long, Double> sums = points(root, MOVE - 4 * HOUR, MOVE + 6 * HOUR, "sum:2h-sum:cpu");
    assertThat(sums).hasSize(5);
    for (long time = MOVE - 4 * HOUR; time < MOVE + 6 * HOUR; time += 2 * HOUR) {
      double hours = (double) (2 * (time - MOVE) / HOUR + 1);
      assertThat(sums).containsEntry(time * 1000, hosts * (hosts - 1.0) + hosts * hours);
    }
    assertThat(points(root, MOVE - 4 * HOUR, MOVE + 6 * HOUR, "count:cpu").values())
        .hasSize(10)
        .allMatch(count -> count == hosts);
    assertThat(points(root, MOVE - 4 * HOUR, MOVE + 6 * HOUR, "max:cpu{dc=d1}").values())
        .containsExactly(993.0, 994.0, 995.0, 996.0, 997.0, 998.0, 999.0, 1000.0, 1001.0, 1002.0);
  }

  /// Tests the second of the paper's two planned migrations.
  @Test
  void aMetricMovesToANamespaceThatKeepsRollupsForThreeYears() throws Exception {
    Namespace before = RootFixture.onDisk(BEFORE, FEW);
    Namespace after = threeYears(AFTER);
    long now = MOVE + 60 * DAY;
    RootFixture root = root(now, before, after);
    root.readDisk(shard -> new RollupShard(shard, HOUR * 1000, (now - 24 * DAY) * 1000));
    TreeMap<Long, Double> sums = new TreeMap<>();
    for (long time = MOVE - 3 * DAY; time < MOVE + 50 * DAY; time += HOUR / 2) {
      root.putOnDisk(CPU, time * 1000, (double) (time - MOVE));
      sums.merge(Math.floorDiv(time, DAY) * DAY * 1000, (double) (time - MOVE), Double::sum);
    }
    assertThat(points(root, MOVE - 3 * DAY, MOVE + 50 * DAY - 1, "sum:1d-sum:cpu")).isEqualTo(sums);
    assertThat(points(root, MOVE - DAY, MOVE + DAY - 1, "sum:1d-count:cpu").values())
        .containsExactly(48.0, 48.0);
  }

  @Test
  void expiredDataOfAMemoryOnlyNamespaceMarkTheAnswer() throws Exception {
    long now = MOVE + 5 * HOUR;
    RootFixture root = root(now, AFTER, BEFORE);
    root.put(CPU, (MOVE + HOUR) * 1000, 1);
    long kept = now - DAY;
    Reply older = query(root, kept - HOUR, now, "sum:cpu");
    assertThat(older.status()).isEqualTo(200);
    assertThat(older.headers()).containsEntry("X-Goku-Kept-From", Long.toString(kept * 1000));
    assertThat(older.headers()).doesNotContainKey("X-Goku-Partial");
    assertThat(older.body()).doesNotContain("partial").contains("\"dps\"");
    assertThat(query(root, kept, now, "sum:cpu").headers()).doesNotContainKey("X-Goku-Kept-From");
  }

  @Test
  void anAnswerFromAfterTheMoveIsNotMarked() throws Exception {
    Namespace onDisk = RootFixture.onDisk(BEFORE, FEW);
    long now = MOVE + 5 * HOUR;
    RootFixture root = root(now, AFTER, onDisk);
    root.put(CPU, (MOVE + HOUR) * 1000, 1);
    assertThat(query(root, MOVE - 10 * DAY, now, "sum:cpu").headers())
        .as("memory has all since the move")
        .doesNotContainKey("X-Goku-Kept-From");
  }

  private static Namespace threeYears(Namespace namespace) {
    var disk =
        new Disk(
            Duration.ofDays(24),
            List.of(new Rollup(Duration.ofHours(1), Duration.ofDays(3 * 365))),
            Duration.ofDays(80),
            Optional.of(MANY));
    return NamespaceBuilder.like(namespace).disk(disk).build();
  }

  private static Reply query(RootFixture root, long start, long end, String m) throws Exception {
    return root.get(
        "/api/query", "start", Long.toString(start), "end", Long.toString(end), "m", m, "ms", "");
  }

  private static Map<Long, Double> points(RootFixture root, long start, long end, String m)
      throws Exception {
    Reply reply = query(root, start, end, m);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    assertThat(reply.headers()).doesNotContainKey("X-Goku-Partial");
    Map<Long, Double> points = new TreeMap<>();
    for (JsonNode series : new JsonMapper().readTree(reply.body())) {
      series
          .get("dps")
          .properties()
          .forEach(point -> points.put(Long.valueOf(point.getKey()), point.getValue().asDouble()));
    }
    return points;
  }

  private static String last(RootFixture root, String series) throws Exception {
    return root.get("/api/query/last", "timeseries", series, "back_scan", "10").body();
  }
}
