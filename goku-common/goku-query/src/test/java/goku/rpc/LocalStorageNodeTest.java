package goku.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.Blocklist;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.NameKind;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grouping;
import goku.query.Interval;
import goku.query.NodeQuery;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.query.control.QueryStoppedException;
import goku.query.correlation.Needle;
import goku.query.correlation.Score;
import goku.query.partial.GroupPartial;
import goku.query.search.Candidate;
import goku.query.search.CorrelationQuery;
import goku.query.search.Finding;
import goku.query.search.Haystack;
import goku.query.search.MetricPattern;
import goku.testkit.shard.MemoryShard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocalStorageNodeTest {
  private static final ShardId FIRST = new ShardId("ns1", 0);
  private static final ShardId SECOND = new ShardId("ns1", 1);
  private static final ShardId MISSING = new ShardId("ns1", 7);
  private static final QueryWindow WINDOW = QueryWindow.of(new TimeRange(0, 1000), null);
  private static final NodeQuery CPU =
      new NodeQuery(
          new SeriesFilter("cpu", List.of(), false),
          new SeriesStages(null, null, WINDOW),
          new Grouping(Set.of("host"), Aggregator.SUM, false, WINDOW, false),
          false,
          Resolution.RAW);

  private final MemoryShard first = new MemoryShard();
  private final MemoryShard second = new MemoryShard();
  private final Map<ShardId, MemoryShard> shards = Map.of(FIRST, first, SECOND, second);
  private final LocalStorageNode node =
      new LocalStorageNode(id -> Optional.ofNullable(shards.get(id)), 2);

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void answersFromAllShardsAsked() throws Exception {
    put(first, 500, 300);
    put(second, 400, 300);
    assertThat(groups(List.of(FIRST, SECOND))).hasSize(500);
  }

  @Test
  void leavesOutSeriesWithoutADatapointInTheWindow() throws Exception {
    first.put(SeriesName.of("cpu", Map.of("host", "old")), 999_999_999, 1);
    put(first, 1, 0);
    assertThat(groups(List.of(FIRST)))
        .singleElement()
        .satisfies(group -> assertThat(group.tags().common()).hasToString("[host=host0]"));
  }

  @Test
  void aMissingShardFailsTheCallAndIsNamed() {
    put(first, 1, 0);
    assertThatThrownBy(() -> groups(List.of(FIRST, MISSING)))
        .isInstanceOf(ShardUnavailableException.class)
        .hasMessageContaining("ns1/7");
  }

  @Test
  void theSeriesOfAllShardsAskedAreCorrelated() throws Exception {
    double[] needle = {1, 2, 4, 3, 7, 5, 9, 8};
    for (int i = 0; i < needle.length; i++) {
      first.put(SeriesName.of("cpu", Map.of("host", "same")), i * 1000L, needle[i]);
      second.put(SeriesName.of("cpu", Map.of("host", "opposite")), i * 1000L, -needle[i]);
    }
    var range = new TimeRange(0, 7000);
    var downsample = new Downsample(new Interval.Fixed(1000), Aggregator.AVG, FillPolicy.NONE);
    var query =
        new CorrelationQuery(
            new Haystack(CPU.filter(), List.of(MetricPattern.ANY), Blocklist.NONE),
            new SeriesStages(downsample, null, QueryWindow.of(range, downsample)),
            Resolution.RAW,
            Needle.of(needle, Score.PEARSON, 0),
            5);
    var limits = new QueryLimits(10, 100, Duration.ofMinutes(1));
    try (var control = new QueryControl(limits, new QueryMemory(1 << 30))) {
      assertThat(node.search(List.of(FIRST, SECOND), query, control).best())
          .extracting(Candidate::finding)
          .containsExactlyInAnyOrder(correlated(1), correlated(-1));
      assertThat(node.search(List.of(SECOND), query, control).best())
          .extracting(Candidate::finding)
          .containsExactly(correlated(-1));
      assertThatThrownBy(() -> node.search(List.of(MISSING), query, control))
          .isInstanceOf(ShardUnavailableException.class);
    }
  }

  @Test
  void suggestsNamesOfAllShardsOnceInByteOrder() {
    put(first, 2, 0);
    put(second, 3, 0);
    assertThat(node.suggest(List.of(FIRST, SECOND), NameKind.TAG_VALUE, "host", 2).names())
        .containsExactly("host0", "host1");
  }

  @Test
  void knowsNamesOfAnyShard() {
    put(second, 1, 0);
    Holes lost = Holes.of(new Hole(5, 6, HoleCause.LOG_LOST));
    first.setHoles(lost);
    assertThat(node.known(List.of(FIRST, SECOND), NameKind.METRIC, Set.of("cpu", "mem")))
        .isEqualTo(new FoundNames(Set.of("cpu"), lost));
  }

  @Test
  void searchesForNamesStateWhatTheShardsLack() {
    put(second, 1, 0);
    Holes lost = Holes.of(new Hole(5, 6, HoleCause.LOG_LOST));
    first.setHoles(lost);
    List<ShardId> both = List.of(FIRST, SECOND);
    assertThat(node.suggest(both, NameKind.METRIC, "", 5))
        .isEqualTo(new SuggestedNames(List.of("cpu"), lost));
    var query = new LookupQuery(new SeriesFilter("cpu", List.of(), false), Set.of(), Set.of(), 4);
    LookupResult found = node.lookup(both, query);
    assertThat(found.series()).hasSize(1);
    assertThat(found.holes()).isEqualTo(lost);
  }

  @Test
  void lookupCutToTheLimitShowsEveryValueOnceFirst() {
    for (String dc : List.of("a", "b", "c")) {
      for (int host = 0; host < 3; host++) {
        first.put(SeriesName.of("cpu", Map.of("dc", dc, "host", dc + host)), 1, 1);
      }
    }
    var query =
        new LookupQuery(new SeriesFilter("cpu", List.of(), false), Set.of(), Set.of("dc"), 4);
    assertThat(node.lookup(List.of(FIRST, SECOND), query).series())
        .extracting(found -> found.tags().toString())
        .containsExactly(
            "[dc=a, host=a0]", "[dc=a, host=a1]", "[dc=b, host=b0]", "[dc=c, host=c0]");
  }

  @Test
  void anInterruptEndsALookup() {
    put(first, 1, 0);
    var query = new LookupQuery(new SeriesFilter("cpu", List.of(), false), Set.of(), Set.of(), 4);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> node.lookup(List.of(FIRST), query))
        .isInstanceOf(QueryStoppedException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  private List<GroupPartial> groups(List<ShardId> shards) throws InterruptedException {
    var limits = new QueryLimits(10_000, 10_000, Duration.ofMinutes(1));
    List<GroupPartial> groups = new ArrayList<>();
    try (var control = new QueryControl(limits, new QueryMemory(1 << 30));
        var stream = node.query(shards, CPU, control)) {
      for (GroupPartial group = stream.next(); group != null; group = stream.next()) {
        groups.add(group);
      }
    }
    return groups;
  }

  private static void put(MemoryShard shard, int series, long timestamp) {
    for (int i = 0; i < series; i++) {
      shard.put(SeriesName.of("cpu", Map.of("host", "host" + i)), timestamp, i);
    }
  }

  private static Finding correlated(double coefficient) {
    return new Finding.Correlated(coefficient, 0, 8);
  }
}
