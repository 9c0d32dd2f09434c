package goku.rpc.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.NameKind;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.TimeRange;
import goku.query.DeleteOutcome;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grouping;
import goku.query.Interval;
import goku.query.NodeQuery;
import goku.query.QueryWindow;
import goku.query.RateOptions;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryStoppedException;
import goku.query.control.QueryStoppedException.Reason;
import goku.query.partial.MisalignedException;
import goku.query.partial.PartialStream;
import goku.query.usage.MetricUsages;
import goku.query.usage.TagValueUsage;
import goku.rpc.FoundNames;
import goku.rpc.LastPoints;
import goku.rpc.LastQuery;
import goku.rpc.LocalStorageNode;
import goku.rpc.LookupQuery;
import goku.rpc.LookupResult;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.rpc.ShardUnavailableException;
import goku.rpc.StorageNode;
import goku.rpc.SuggestedNames;
import goku.rpc.UsageNode;
import goku.rpc.wire.ShownGroups;
import goku.testkit.shard.MemoryShard;
import java.time.Duration;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A test that a node gives the same answers over gRPC as without.
class RemoteNodeTest {
  private static final int SERIES = 100;
  private static final int POINTS = 30;
  private static final ShardId FIRST = new ShardId("ns1", 0);
  private static final ShardId SECOND = new ShardId("ns1", 1);
  private static final List<ShardId> BOTH = List.of(FIRST, SECOND);
  private static final Holes HOLES =
      Holes.before(99, HoleCause.RECOVERY).plus(new Hole(120, 150, HoleCause.DAMAGED));
  private static final TimeRange RANGE = new TimeRange(0, 3_600_000);
  private static final List<@Nullable Downsample> DOWNSAMPLES = new ArrayList<>();

  static {
    DOWNSAMPLES.add(null);
    for (Interval interval :
        List.of(
            new Interval.Everything(),
            new Interval.Fixed(300_000),
            new Interval.Calendar(7, ChronoUnit.MINUTES, ZoneId.of("Asia/Kathmandu"), 420_000))) {
      DOWNSAMPLES.add(new Downsample(interval, Aggregator.AVG, FillPolicy.NAN));
    }
  }

  private final Map<ShardId, MemoryShard> shards =
      Map.of(FIRST, new MemoryShard(), SECOND, new MemoryShard());
  private final LocalStorageNode local =
      new LocalStorageNode(id -> Optional.ofNullable(shards.get(id)), 2);
  private final List<ShardHealth> health =
      List.of(new ShardHealth(FIRST, ShardState.RECOVERING, 7, HOLES));
  private final RecordingNode recording = new RecordingNode(local);
  private final RpcFixture rpc = new RpcFixture(recording, () -> health, 0);

  @BeforeEach
  void fill() {
    var random = new Random(7);
    for (int series = 0; series < SERIES; series++) {
      var name =
          SeriesName.of("cpu", Map.of("host", "h" + series, "dc", "d" + series % 3, "größe", "ü"));
      MemoryShard shard = shard(series % 2 == 0 ? FIRST : SECOND);
      for (int i = 0; i < POINTS; i++) {
        shard.put(name, i * 60_000L, random.nextGaussian());
      }
    }
    shard(SECOND).put(SeriesName.of("rare", Map.of("host", "x")), 1_000, 1);
    shard(SECOND).put(SeriesName.of("rare", Map.of("host", "x")), 60_000, 2);
    shard(SECOND).put(SeriesName.of("rare", Map.of("host", "y")), 30_000, 3);
    shard(SECOND).put(SeriesName.of("rare", Map.of("host", "y")), 90_000, 4);
  }

  @AfterEach
  void close() {
    rpc.close();
    local.close();
    assertThat(rpc.memory.heldBytes()).isZero();
  }

  private MemoryShard shard(ShardId id) {
    return shards.getOrDefault(id, new MemoryShard());
  }

  private static NodeQuery query(
      String metric,
      Set<String> by,
      Aggregator aggregator,
      @Nullable Downsample downsample,
      boolean rate,
      boolean series) {
    var window = QueryWindow.of(RANGE, downsample);
    return new NodeQuery(
        new SeriesFilter(metric, List.of(), false),
        new SeriesStages(downsample, rate ? RateOptions.PLAIN : null, window),
        new Grouping(by, aggregator, rate, window, series),
        series,
        Resolution.RAW);
  }

  private static NodeQuery cpu(Set<String> by) {
    return query("cpu", by, Aggregator.SUM, null, false, false);
  }

  @Test
  void usageIsTheSameAsWithoutANetwork() {
    for (int i = 0; i < 1500; i++) { // more than one message holds
      shard(FIRST).put(SeriesName.of("metric" + i, Map.of()), 1_000, 1);
    }
    for (int i = 0; i < 70_000; i++) {
      shard(SECOND).put(SeriesName.of("wide", Map.of("id", "i" + i, "dc", "d")), 1_000, 1);
    }
    UsageNode here = local.usage();
    UsageNode there = rpc.node.usage();
    assertThat(there.metrics(BOTH, "").asOfMillis()).isEqualTo(1000);
    assertThat(there.metrics(BOTH, "").metrics())
        .hasSize(1503)
        .containsExactlyInAnyOrderElementsOf(here.metrics(BOTH, "").metrics());
    assertThat(there.metrics(BOTH, "none")).isEqualTo(new MetricUsages(1000, List.of()));
    assertThat(there.metrics(List.of(), "")).isEqualTo(MetricUsages.NONE);
    Set<String> metrics = Set.of("cpu", "wide", "none");
    assertThat(there.tagKeys(BOTH, metrics))
        .hasSize(5)
        .containsExactlyInAnyOrderElementsOf(here.tagKeys(BOTH, metrics));
    assertThat(there.tagValues(BOTH, "wide", "id"))
        .hasSize(70_000)
        .containsExactlyInAnyOrderElementsOf(here.tagValues(BOTH, "wide", "id"));
    assertThat(there.tagValues(BOTH, "cpu", "größe"))
        .containsExactly(new TagValueUsage("ü", SERIES));
    assertThat(there.tagValues(BOTH, "cpu", "none")).isEmpty();
  }

  /// Queries over the network and compares with the groups that the node returned.
  private void assertCrosses(NodeQuery query) throws InterruptedException {
    try (QueryControl control = rpc.control();
        PartialStream stream = rpc.node.query(BOTH, query, control)) {
      assertThat(ShownGroups.all(stream)).isEqualTo(recording.groups);
      assertThat(stream.lagMillis()).isEqualTo(17);
      assertThat(stream.pageDatapoints()).isEqualTo(4711);
      assertThat(stream.missing()).containsExactly(new ShardId("lost", 3));
      assertThat(stream.origins()).containsExactly("short", "tier 3 raw");
    }
  }

  private List<String> answer(StorageNode node, NodeQuery query) throws InterruptedException {
    try (QueryControl control = rpc.control();
        PartialStream stream = node.query(BOTH, query, control)) {
      return ShownGroups.all(stream);
    }
  }

  @Test
  void givesTheSameStreamForEveryKindOfQuery() throws Exception {
    for (Aggregator aggregator : Aggregator.values()) {
      for (Downsample downsample : DOWNSAMPLES) {
        for (Set<String> by : List.of(Set.<String>of(), Set.of("dc"))) {
          assertCrosses(query("cpu", by, aggregator, downsample, false, false));
          assertThat(recording.groups).isNotEmpty();
        }
      }
    }
    for (Downsample downsample : DOWNSAMPLES) {
      assertCrosses(query("cpu", Set.of("host"), Aggregator.AVG, downsample, true, false));
      assertCrosses(query("cpu", Set.of("host"), Aggregator.AVG, downsample, false, true));
      assertThat(recording.groups).hasSize(SERIES);
    }
  }

  @Test
  void queriesThatFindLittleOrNothingGiveTheSame() throws Exception {
    for (String metric : List.of("rare", "none")) {
      var query = query(metric, Set.of("host"), Aggregator.SUM, null, false, false);
      assertThat(answer(rpc.node, query)).isEqualTo(answer(local, query));
    }
  }

  @Test
  void theHolesAreSent() throws Exception {
    try (QueryControl control = rpc.control();
        PartialStream stream = rpc.node.query(BOTH, cpu(Set.of()), control)) {
      assertThat(stream.holes()).isEqualTo(Holes.NONE);
    }
    shard(FIRST).setHoles(HOLES);
    try (QueryControl control = rpc.control();
        PartialStream stream = rpc.node.query(BOTH, cpu(Set.of()), control)) {
      assertThat(stream.holes()).isEqualTo(HOLES);
    }
  }

  @Test
  void seriesCountWhenTheQueryOpensAndDatapointsAsTheyArrive() throws Exception {
    try (QueryControl control = rpc.control();
        PartialStream stream = rpc.node.query(BOTH, cpu(Set.of()), control)) {
      assertThat(control.series()).isEqualTo(SERIES);
      var _ = ShownGroups.all(stream);
      assertThat(control.datapoints()).isEqualTo(SERIES * POINTS);
      assertThat(control.workNanos()).isPositive();
    }
  }

  @Test
  void limitsIncludeTheWorkOnOtherNodes() throws Exception {
    var few = new QueryLimits(SERIES + 9, 1_000_000, Duration.ofMinutes(1));
    assertStops(few, 10, 0, Reason.SERIES, "more than 109 series (110 so far");
    var short1 = new QueryLimits(SERIES, SERIES * POINTS + 9, Duration.ofMinutes(1));
    assertStops(short1, 0, 10, Reason.DATAPOINTS, "more than 3009 datapoints (3010 so far");
    var none = new QueryLimits(SERIES, 1_000_000, Duration.ZERO);
    assertStops(none, 0, 0, Reason.TIMEOUT, "query-timeout");
  }

  private void assertStops(
      QueryLimits limits, long series, long datapoints, Reason reason, String message) {
    try (QueryControl control = rpc.control(limits)) {
      control.addSeries(series);
      control.addDatapoints(datapoints, 0);
      assertThatThrownBy(
              () -> {
                try (PartialStream stream = rpc.node.query(BOTH, cpu(Set.of()), control)) {
                  var _ = ShownGroups.all(stream);
                }
              })
          .isInstanceOfSatisfying(
              QueryStoppedException.class, e -> assertThat(e.reason()).isEqualTo(reason))
          .hasMessageContaining(message);
    }
  }

  @Test
  void aMissingShardIsNamed() {
    List<ShardId> shards = List.of(FIRST, new ShardId("ns1", 9));
    try (QueryControl control = rpc.control()) {
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> rpc.node.query(shards, cpu(Set.of()), control),
              () -> rpc.node.suggest(shards, NameKind.METRIC, "", 1))) {
        assertThatThrownBy(call)
            .isInstanceOf(ShardUnavailableException.class)
            .hasMessageContaining("ns1/9 is not available");
      }
    }
  }

  @Test
  void misalignedStatesAreReportedAsSuch() {
    for (int i = 0; i < 8; i++) {
      shard(FIRST).put(SeriesName.of("split", Map.of("host", "a" + i)), 45_000, 1);
      shard(FIRST).put(SeriesName.of("split", Map.of("host", "a" + i)), 75_000, 1);
      shard(SECOND).put(SeriesName.of("split", Map.of("host", "b" + i)), 1_000, 1);
      shard(SECOND).put(SeriesName.of("split", Map.of("host", "b" + i)), 60_000, 1);
    }
    var query = query("split", Set.of(), Aggregator.SUM, null, false, false);
    assertThatThrownBy(() -> answer(local, query)).isInstanceOf(MisalignedException.class);
    assertThatThrownBy(() -> answer(rpc.node, query))
        .isInstanceOf(MisalignedException.class)
        .hasMessageContaining("differ in timestamps");
  }

  @Test
  void searchesNames() throws Exception {
    assertThat(rpc.node.suggest(BOTH, NameKind.TAG_VALUE, "d", 2))
        .isEqualTo(new SuggestedNames(List.of("d0", "d1"), Holes.NONE));
    assertThat(rpc.node.known(BOTH, NameKind.METRIC, Set.of("cpu", "mem", "rare")))
        .isEqualTo(new FoundNames(Set.of("cpu", "rare"), Holes.NONE));
    var filter = new SeriesFilter(null, List.of(), false);
    var lookup = new LookupQuery(filter, Set.of("ü"), Set.of("dc"), 0);
    assertThat(rpc.node.lookup(BOTH, lookup)).isEqualTo(local.lookup(BOTH, lookup));
    assertThat(rpc.node.lookup(BOTH, lookup).series()).hasSize(SERIES);
    var last = new LastQuery(filter, RANGE, 1000);
    assertThat(rpc.node.last(BOTH, last).points())
        .hasSize(SERIES + 2)
        .containsExactlyInAnyOrderElementsOf(local.last(BOTH, last).points());
    var nothing = new LastQuery(new SeriesFilter("none", List.of(), false), RANGE, 1000);
    shard(FIRST).setHoles(HOLES);
    assertThat(rpc.node.last(BOTH, nothing))
        .isEqualTo(local.last(BOTH, nothing))
        .extracting(LastPoints::holes)
        .isEqualTo(HOLES);
    assertThat(rpc.node.known(BOTH, NameKind.METRIC, Set.of()).holes()).isEqualTo(HOLES);
    assertThat(rpc.node.suggest(BOTH, NameKind.METRIC, "none", 2))
        .isEqualTo(new SuggestedNames(List.of(), HOLES));
    var nobody = new LookupQuery(new SeriesFilter("none", List.of(), false), Set.of(), Set.of(), 0);
    assertThat(rpc.node.lookup(BOTH, nobody)).isEqualTo(new LookupResult(List.of(), HOLES));
  }

  @Test
  void answersOfManySeriesAreSentInSeveralMessages() {
    for (int i = 0; i < 2500; i++) {
      shard(FIRST).put(SeriesName.of("many", Map.of("host", "h" + i)), 1, i);
    }
    var lookup = new LookupQuery(new SeriesFilter("many", List.of(), false), Set.of(), Set.of(), 0);
    shard(FIRST).setHoles(HOLES);
    assertThat(rpc.node.lookup(BOTH, lookup)).isEqualTo(local.lookup(BOTH, lookup));
    assertThat(rpc.node.lookup(BOTH, lookup).series()).hasSize(2500);
  }

  @Test
  void waitsUntilAnOffsetIsApplied() throws Exception {
    shard(FIRST).setAppliedOffset(5);
    assertThat(rpc.node.awaitApplied(FIRST, 5, Duration.ofSeconds(1))).isTrue();
    assertThat(rpc.node.awaitApplied(FIRST, 6, Duration.ofMillis(1))).isFalse();
  }

  @Test
  void aDeleteIsSentAndItsOutcomeReturned() throws Exception {
    byte[] delete =
        DeleteWriter.write(
            new DeleteRecord("cpu", List.of(), false, new TimeRange(0, Long.MAX_VALUE)));
    shard(FIRST).setDeleteOutcome(DeleteOutcome.TOO_MANY);
    assertThat(rpc.node.delete(FIRST, 5, delete, Duration.ofSeconds(10)))
        .isEqualTo(DeleteOutcome.TOO_MANY);
    assertThat(shard(FIRST).knows(NameKind.METRIC, "cpu")).isFalse();
  }

  @Test
  void theHealthOfShardsIsSent() throws Exception {
    assertThat(rpc.node.shards()).isEqualTo(health);
  }

  @Test
  void callsAreCounted() throws Exception {
    var _ = answer(rpc.node, cpu(Set.of()));
    await().until(() -> rpc.ended("Query", "ok") == 1);
    assertThat(rpc.running()).isZero();
    assertThat(rpc.registry.get("goku.rpc.groups").counter().count()).isPositive();
  }
}
