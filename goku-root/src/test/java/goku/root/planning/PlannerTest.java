package goku.root.planning;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Blocklist;
import goku.model.Disk;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.LateMove;
import goku.model.Live;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SeriesFilter;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.RateOptions;
import goku.query.Seam;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.rpc.LocalStorageNode;
import goku.rpc.Replica;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.rpc.StorageNode;
import goku.testkit.namespace.NamespaceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PlannerTest {
  private static final long HOUR = 3_600_000;
  private static final long DAY = 24 * HOUR;
  private static final long BOUNDARY = 20_818 * DAY + 18 * HOUR;

  private final LocalStorageNode inMemory = new LocalStorageNode(shard -> Optional.empty(), 1);
  private final LocalStorageNode onDisk = new LocalStorageNode(shard -> Optional.empty(), 1);

  @AfterEach
  void close() {
    inMemory.close();
    onDisk.close();
  }

  @Test
  void theBoundaryAllowsAMarginOfTenMinutes() {
    Namespace namespace = namespace(Optional.of(disk()));
    assertThat(boundary(BOUNDARY + DAY - 10 * 60_000).of(namespace).atMillis()).isEqualTo(BOUNDARY);
    assertThat(boundary(BOUNDARY + DAY - 10 * 60_000 - 1).of(namespace).atMillis())
        .isEqualTo(BOUNDARY - 2 * HOUR);
    assertThat(boundary(0).of(namespace(Optional.empty()))).isEqualTo(StoreSplit.ALL_IN_MEMORY);
  }

  @Test
  void eachStoreIsQueriedForItsTimeInItsOwnShards() {
    QueryPlan plan = plan(BOUNDARY - DAY, BOUNDARY + HOUR, null);
    assertThat(plan.sources()).hasSize(2);
    QuerySource before = plan.sources().getFirst();
    QuerySource after = plan.sources().getLast();
    assertThat(before.read()).isEqualTo(new TimeRange(BOUNDARY - DAY, BOUNDARY - 1));
    assertThat(before.node()).isSameAs(onDisk);
    assertThat(before.shards()).extracting(ShardId::shard).containsExactly(0, 1, 2, 3, 4);
    assertThat(after.read()).isEqualTo(new TimeRange(BOUNDARY, BOUNDARY + 2 * HOUR - 1));
    assertThat(after.node()).isSameAs(inMemory);
    assertThat(after.shards()).hasSize(2);
  }

  @Test
  void aRangeOnOneSideOfTheBoundaryIsLeftToTheNodes() {
    var hours = new Downsample(new Interval.Fixed(HOUR), Aggregator.AVG, FillPolicy.ZERO);
    for (long end : new long[] {BOUNDARY - HOUR, BOUNDARY + 3 * HOUR}) {
      QueryPlan plan = plan(end - HOUR, end, hours);
      assertThat(plan.parts()).isNull();
      assertThat(plan.sources())
          .singleElement()
          .satisfies(source -> assertThat(source.query().series()).isFalse())
          .satisfies(source -> assertThat(source.query().stages().downsample()).isEqualTo(hours));
    }
  }

  @Test
  void nodesDownsampleAllStepsExceptTheCutOne() {
    var days = new Downsample(new Interval.Fixed(DAY), Aggregator.P99, FillPolicy.ZERO);
    QueryPlan plan = plan(BOUNDARY - 9 * DAY, BOUNDARY + HOUR, days);
    long start = 20_818 * DAY;
    assertThat(plan.sources())
        .allSatisfy(
            source -> {
              assertThat(source.query().series()).isTrue();
              assertThat(source.query().stages().rate()).isNull();
              assertThat(source.query().stages().downsample())
                  .isEqualTo(
                      new Downsample(new Interval.Fixed(DAY), Aggregator.P99, FillPolicy.NONE));
              assertThat(source.query().stages().seam())
                  .isEqualTo(new Seam(start, start + DAY, false));
            });
    SeriesStages parts = Objects.requireNonNull(plan.parts());
    assertThat(parts.downsample()).isEqualTo(days);
    assertThat(parts.rate()).isEqualTo(RateOptions.PLAIN);
    assertThat(parts.seam()).isEqualTo(new Seam(start, start + DAY, true));
  }

  @Test
  void aRollupOnDiskDoesNotReachBeyondTheBoundary() {
    var days = new Downsample(new Interval.Fixed(DAY), Aggregator.SUM, FillPolicy.NONE);
    QueryPlan plan = plan(BOUNDARY - 9 * DAY, BOUNDARY + HOUR, days);
    assertThat(plan.sources().getFirst().query().resolution().replacesRaw(6 * HOUR)).isTrue();
    assertThat(plan.sources().getFirst().query().resolution().replacesRaw(DAY)).isFalse();
  }

  @Test
  void gokuSAnswersEverythingWithoutGokuL() {
    Planner planner = planner(null, Optional.of(disk()));
    assertThat(plan(planner, query(0, BOUNDARY, null)).sources())
        .singleElement()
        .satisfies(source -> assertThat(source.read().startMillis()).isZero());
    assertThat(planner.callsForAll()).hasSize(1);
  }

  @Test
  void gokuSAnswersForAMemoryOnlyNamespace() {
    Planner planner = planner(onDisk, Optional.empty());
    assertThat(plan(planner, query(0, BOUNDARY, null)).sources()).hasSize(1);
    assertThat(planner.callsForAll()).extracting(NodeCall::node).containsExactly(inMemory);
  }

  @Test
  void aNamespaceIsQueriedSinceItsFirstMoveAndTheDefaultAlways() {
    long now = BOUNDARY + DAY;
    var moves = new MetricPrefix("m", Instant.ofEpochMilli(now + 1));
    var back = new MetricPrefix("m", Instant.ofEpochMilli(now + HOUR));
    var all =
        new Namespaces(
            List.of(
                namespace("ns1", true, Optional.empty(), List.of(back)),
                namespace("ns2", false, Optional.empty(), List.of(moves))));
    for (long clock : new long[] {now, now + 1}) {
      var planner =
          new Planner(
              () -> all, new Stores(inMemory, null), boundary(clock), new Live<>(Blocklist.NONE));
      List<String> asked =
          plan(planner, query(now - HOUR, now + 2 * HOUR, null)).sources().stream()
              .flatMap(source -> source.shards().stream())
              .map(ShardId::namespace)
              .distinct()
              .sorted()
              .toList();
      assertThat(asked).isEqualTo(clock == now ? List.of("ns1") : List.of("ns1", "ns2"));
      assertThat(planner.callsForMetric("m", new TimeRange(0, now)))
          .flatExtracting(NodeCall::shards)
          .extracting(ShardId::namespace)
          .contains("ns1");
    }
  }

  @Test
  void theOldNamespaceOfALateMoveIsQueriedAfterTheMove() {
    long now = BOUNDARY + DAY;
    var moved = new MetricPrefix("m", Instant.ofEpochMilli(now - 10 * HOUR));
    var withdrawn = new MetricPrefix("m", Instant.ofEpochMilli(now + 10 * HOUR));
    var all =
        new Namespaces(
                List.of(
                    namespace("ns1", true, Optional.empty(), List.of()),
                    namespace("ns2", false, Optional.empty(), List.of(moved)),
                    namespace("ns3", false, Optional.empty(), List.of(withdrawn))))
            .withLateMoves(
                List.of(
                    new LateMove("m", "ns1", now - 6 * HOUR, now - 2 * HOUR, true),
                    new LateMove("m", "ns3", now - 4 * HOUR, now - 2 * HOUR, true)));
    var planner =
        new Planner(
            () -> all, new Stores(inMemory, null), boundary(now), new Live<>(Blocklist.NONE));
    assertThat(asked(planner, now - 3 * HOUR, now)).containsExactly("ns1", "ns3", "ns2");
    assertThat(asked(planner, now - 5 * HOUR, now - 5 * HOUR)).containsExactly("ns1", "ns2");
    // the end of a late move counts for four hours more, like that of other moves
    assertThat(asked(planner, now + 2 * HOUR, now + 3 * HOUR)).containsExactly("ns2");
  }

  private static List<String> asked(Planner planner, long start, long end) {
    return plan(planner, query(start, end, null)).sources().stream()
        .flatMap(source -> source.shards().stream())
        .map(ShardId::namespace)
        .distinct()
        .toList();
  }

  @Test
  void aRangeIsCutIfEachReplicaLacksAnotherPartOfIt() {
    Holes first = Holes.of(new Hole(BOUNDARY, BOUNDARY + HOUR, HoleCause.LOG_LOST));
    Holes second = Holes.of(new Hole(BOUNDARY + 2 * HOUR, BOUNDARY + 3 * HOUR, HoleCause.DAMAGED));
    var holdings =
        new Holdings(
            shard -> List.of(replica(shard, "a", first), replica(shard, "b", second)),
            _ -> List.of());
    var clock = InstantSource.fixed(Instant.ofEpochMilli(BOUNDARY + DAY));
    var planner =
        new Planner(
            () -> new Namespaces(List.of(namespace(Optional.empty()))),
            new Stores(inMemory, null),
            new Boundary(clock, holdings),
            new Live<>(Blocklist.NONE));
    long end = BOUNDARY + 4 * HOUR - 1;
    assertThat(plan(planner, query(BOUNDARY, end, null)).sources())
        .as("from b, then from a")
        .extracting(source -> source.read().startMillis())
        .containsExactly(BOUNDARY, BOUNDARY + 2 * HOUR);
    assertThat(plan(planner, query(BOUNDARY + HOUR, end, null)).sources())
        .as("a has all of it")
        .hasSize(1);
    assertThat(planner.callsForMetric("m", new TimeRange(BOUNDARY, end)))
        .extracting(NodeCall::range)
        .containsExactly(
            new TimeRange(BOUNDARY, BOUNDARY + 2 * HOUR - 1),
            new TimeRange(BOUNDARY + 2 * HOUR, end));
  }

  private static Replica replica(ShardId shard, String node, Holes holes) {
    return new Replica(node, "zone", node, new ShardHealth(shard, ShardState.SERVING, 0, holes));
  }

  private QueryPlan plan(long start, long end, @Nullable Downsample downsample) {
    return plan(planner(onDisk, Optional.of(disk())), query(start, end, downsample));
  }

  /// Returns the plan of a metric without written rollups.
  private static QueryPlan plan(Planner planner, SeriesQuery query) {
    try {
      return planner.plans(query, _ -> false).getLast();
    } catch (InterruptedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static SeriesQuery query(long start, long end, @Nullable Downsample downsample) {
    return new SeriesQuery(
        "m",
        new SeriesFilter("m", List.of(), false),
        Aggregator.SUM,
        downsample,
        RateOptions.PLAIN,
        new TimeRange(start, end),
        false,
        RollupUse.ANY);
  }

  private Planner planner(@Nullable StorageNode longTerm, Optional<Disk> disk) {
    return new Planner(
        () -> new Namespaces(List.of(namespace(disk))),
        new Stores(inMemory, longTerm),
        boundary(BOUNDARY + DAY),
        new Live<>(Blocklist.NONE));
  }

  private static Boundary boundary(long nowMillis) {
    return new Boundary(InstantSource.fixed(Instant.ofEpochMilli(nowMillis)), Holdings.UNKNOWN);
  }

  private static Disk disk() {
    return new Disk(
        Duration.ofDays(24), List.of(), Duration.ofDays(80), Optional.of(new Sharding(1, 5)));
  }

  private static Namespace namespace(Optional<Disk> disk) {
    return namespace("ns1", true, disk, List.of());
  }

  private static Namespace namespace(
      String name, boolean isDefault, Optional<Disk> disk, List<MetricPrefix> metrics) {
    return NamespaceBuilder.namespace(name)
        .isDefault(isDefault)
        .disk(disk)
        .kafkaTopic("topic")
        .s3Bucket("bucket")
        .shards(1, 2)
        .metrics(metrics)
        .build();
  }
}
