package goku.rpc.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryStoppedException;
import goku.query.correlation.Needle;
import goku.query.correlation.Score;
import goku.query.search.Candidate;
import goku.query.search.ChangeQuery;
import goku.query.search.Comparisons;
import goku.query.search.CorrelationQuery;
import goku.query.search.Edge;
import goku.query.search.Edges;
import goku.query.search.Finding;
import goku.query.search.Haystack;
import goku.query.search.MetricPattern;
import goku.query.search.SearchAnswer;
import goku.query.search.SlotValues;
import goku.rpc.LocalStorageNode;
import goku.rpc.NodeUnavailableException;
import goku.rpc.ShardUnavailableException;
import goku.rpc.proto.Wire;
import goku.rpc.wire.WireSeriesSearch;
import goku.testkit.shard.MemoryShard;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A test that a node gives the same answers to correlation searches over gRPC as without.
class RemoteCorrelationTest {
  private static final ShardId SHARD = new ShardId("ns1", 0);
  private static final int SLOTS = 20;
  private static final long MINUTE = 60_000;
  private static final int SERIES = 1200; // more than a message holds
  private static final double[] VALUES =
      new Random(7).doubles(SLOTS, -5, 5).map(value -> 1e12 + value).toArray();

  private final MemoryShard shard = new MemoryShard();
  private final LocalStorageNode local =
      new LocalStorageNode(id -> id.equals(SHARD) ? Optional.of(shard) : Optional.empty(), 2);
  private final RpcFixture rpc = new RpcFixture(new RecordingNode(local));

  @AfterEach
  void close() {
    rpc.close();
    local.close();
    assertThat(rpc.memory.heldBytes()).isZero();
  }

  @Test
  void theAnswerIsTheSameAsWithoutANetwork() throws InterruptedException {
    var random = new Random(8);
    for (int i = 0; i < SERIES; i++) {
      SeriesName name = SeriesName.of(i % 2 == 0 ? "cpu" : "größe", Map.of("host", "ü" + i));
      int first = i % 5 == 0 ? 6 : 0;
      int last = i % 7 == 0 ? 12 : SLOTS;
      for (int slot = first; slot < last; slot++) {
        shard.put(name, slot * MINUTE, random.nextDouble());
      }
    }
    CorrelationQuery query = query(needle(Score.PEARSON, 2), SERIES);
    SearchAnswer here;
    long datapoints;
    try (QueryControl control = rpc.control()) {
      here = local.search(List.of(SHARD), query, control);
      datapoints = control.datapoints();
    }
    assertThat(here.best()).hasSizeGreaterThan(1000);
    assertThat(here.appeared().count()).isGreaterThan(200);
    assertThat(here.vanished().count()).isGreaterThan(100);
    try (QueryControl control = rpc.control()) {
      assertThat(rpc.node.search(List.of(SHARD), query, control)).isEqualTo(here);
      assertThat(control.series()).isEqualTo(SERIES);
      assertThat(control.datapoints()).isEqualTo(datapoints);
    }
  }

  @Test
  void allPartsOfAQueryArrive() {
    double[] gaps = VALUES.clone();
    gaps[3] = Double.NaN;
    var haystack =
        new Haystack(
            new SeriesFilter(
                null,
                List.of(new TagFilter.LiteralOr("dc", Set.of("a", "b"), false, false, false)),
                true),
            List.of(new MetricPattern("app.", true), new MetricPattern("db", false)),
            new Blocklist(Set.of(new BlockRule("app.x", false), new BlockRule("app.y", true))),
            Map.of("app.old", true, "app.gone", false));
    var query =
        new CorrelationQuery(
            haystack, stages(), Resolution.RAW, Needle.of(gaps, Score.SPEARMAN, 3), 7);
    try (QueryControl control = rpc.control(new QueryLimits(5, 6, Duration.ofSeconds(9)))) {
      Wire.SearchRequest wire = WireSeriesSearch.toWire(List.of(SHARD), query, control, 0);
      var read = (CorrelationQuery) WireSeriesSearch.fromWire(wire);
      assertThat(read.haystack().filter()).isEqualTo(haystack.filter());
      assertThat(read.haystack().metrics()).isEqualTo(haystack.metrics());
      assertThat(read.haystack().excluded().rules()).isEqualTo(haystack.excluded().rules());
      assertThat(read.haystack().renamed()).isEqualTo(haystack.renamed());
      assertThat(read.stages()).isEqualTo(query.stages());
      assertThat(read.resolution()).isEqualTo(query.resolution());
      assertThat(read.needle().values()).isEqualTo(gaps);
      assertThat(read.needle().score()).isEqualTo(Score.SPEARMAN);
      assertThat(read.needle().maxLag()).isEqualTo(3);
      assertThat(read.top()).isEqualTo(7);
      QueryLimits limits = WireSeriesSearch.limits(wire);
      assertThat(limits.maxSeries()).isEqualTo(5);
      assertThat(limits.maxDatapoints()).isEqualTo(6);
      assertThat(limits.timeout()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(9));
    }
  }

  @Test
  void aSearchForChangesIsTheSameAsWithoutANetwork() throws InterruptedException {
    var random = new Random(9);
    for (int i = 0; i < 50; i++) {
      SeriesName name = SeriesName.of("cpu", Map.of("host", "h" + i));
      for (int slot = 0; slot < SLOTS; slot++) {
        shard.put(name, slot * MINUTE, random.nextInt(9) + (slot < SLOTS - 5 ? 0 : i % 7));
      }
    }
    var all =
        new Haystack(
            new SeriesFilter(null, List.of(), false), List.of(MetricPattern.ANY), Blocklist.NONE);
    var query = new ChangeQuery(all, stages(), Resolution.RAW, SLOTS - 5, 20);
    SearchAnswer here;
    try (QueryControl control = rpc.control()) {
      here = local.search(List.of(SHARD), query, control);
    }
    assertThat(here.best())
        .hasSize(20)
        .allMatch(found -> found.finding() instanceof Finding.Changed);
    try (QueryControl control = rpc.control()) {
      assertThat(rpc.node.search(List.of(SHARD), query, control)).isEqualTo(here);
    }
  }

  @Test
  void allPartsOfAnAnswerArrive() {
    SeriesName series = SeriesName.of("cpu", Map.of("host", "a"));
    var answer =
        new SearchAnswer(
            List.of(
                new Candidate(
                    new Finding.Correlated(-0.5, -1, 9),
                    series,
                    SlotValues.ofRates(1, Double.NaN))),
            new Comparisons(1, 2, 3),
            new Edges(4, List.of(new Edge(series, 5))),
            new Edges(6, List.of(new Edge(series, 7))),
            List.of(SHARD),
            Holes.of(new Hole(8, 9, HoleCause.DAMAGED)),
            10,
            Set.of("short"));
    try (QueryControl control = rpc.control()) {
      assertThat(WireSeriesSearch.fromWire(WireSeriesSearch.toWire(answer, control), control))
          .isEqualTo(answer);
    }
  }

  @Test
  void limitsMissingShardsAndForeignAnswersAreReported() {
    IntStream.range(0, 3)
        .forEach(i -> shard.put(SeriesName.of("cpu", Map.of("host", "h" + i)), 0, i));
    CorrelationQuery query = query(needle(Score.PEARSON, 0), 5);
    try (QueryControl control = rpc.control(new QueryLimits(2, 100, Duration.ofMinutes(1)))) {
      assertThatThrownBy(() -> rpc.node.search(List.of(SHARD), query, control))
          .isInstanceOfSatisfying(
              QueryStoppedException.class,
              stopped ->
                  assertThat(stopped.reason()).isEqualTo(QueryStoppedException.Reason.SERIES))
          .hasMessageContaining("correlate.max-series");
    }
    try (QueryControl control = rpc.control()) {
      List<ShardId> missing = List.of(new ShardId("ns1", 9));
      assertThatThrownBy(() -> rpc.node.search(missing, query, control))
          .isInstanceOf(ShardUnavailableException.class);
      rpc.server.stopNow();
      assertThatThrownBy(() -> rpc.node.search(List.of(SHARD), query, control))
          .isInstanceOf(NodeUnavailableException.class);
    }
  }

  private static Needle needle(Score score, int maxLag) {
    return Needle.of(VALUES, score, maxLag);
  }

  private static CorrelationQuery query(Needle needle, int top) {
    var all =
        new Haystack(
            new SeriesFilter(null, List.of(), false), List.of(MetricPattern.ANY), Blocklist.NONE);
    return new CorrelationQuery(all, stages(), Resolution.RAW, needle, top);
  }

  private static SeriesStages stages() {
    var range = new TimeRange(0, (SLOTS - 1) * MINUTE);
    var downsample = new Downsample(new Interval.Fixed(MINUTE), Aggregator.AVG, FillPolicy.NONE);
    return new SeriesStages(downsample, null, QueryWindow.of(range, downsample));
  }
}
