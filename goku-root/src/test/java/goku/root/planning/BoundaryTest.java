package goku.root.planning;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Disk;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.rpc.Replica;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.testkit.ManualClock;
import goku.testkit.namespace.NamespaceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BoundaryTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  /// `memory-ttl` ago.
  private static final Instant DAY_AGO = NOON.minus(Duration.ofDays(1));

  private static final Namespace NAMESPACE = namespace(true, List.of());

  private final ManualClock clock = new ManualClock(NOON);
  private final Map<ShardId, List<Replica>> shortTerm = new HashMap<>();
  private final Map<ShardId, List<Replica>> longTerm = new HashMap<>();
  private final Boundary boundary =
      new Boundary(
          clock,
          new Holdings(
              shard -> shortTerm.getOrDefault(shard, List.of()),
              shard -> longTerm.getOrDefault(shard, List.of())));

  @Test
  void storesThatStateNothingAreDividedByTheClock() {
    assertThat(boundary()).isEqualTo(DAY_AGO);
    clock.advance(Duration.ofMinutes(109));
    assertThat(boundary()).isEqualTo(DAY_AGO);
    clock.advance(Duration.ofMinutes(1));
    assertThat(boundary()).as("10 min before GokuS drops it").isEqualTo(hours(-22));
  }

  @Test
  void storesThatBothHoldItAreDividedByTheClock() {
    keeps(0, hours(-26), ShardState.SERVING);
    isComplete(0, hours(-8), ShardState.SERVING);
    assertThat(boundary()).isEqualTo(DAY_AGO);
  }

  @Test
  void gokuSAnswersWhatGokuLDoesNotHaveYet() {
    keeps(0, hours(-26), ShardState.SERVING);
    isComplete(0, hours(-25), ShardState.SERVING);
    assertThat(boundary()).isEqualTo(hours(-25));
  }

  @Test
  void gokuSAnswersForAllThatTheTiersMayLack() {
    keeps(0, hours(-30), hours(-28), ShardState.SERVING);
    isComplete(0, hours(-8), ShardState.SERVING);
    assertThat(boundary())
        .as("GokuL may have an earlier generation of a window")
        .isEqualTo(hours(-28));
  }

  @Test
  void gokuSAnswersNothingThatItNoLongerKeeps() {
    keeps(0, hours(-26), ShardState.SERVING);
    isComplete(0, hours(-36), ShardState.SERVING);
    assertThat(boundary()).isEqualTo(hours(-26));
  }

  @Test
  void gokuLAnswersWhatGokuSDroppedByAClockAheadOfThisOne() {
    keeps(0, hours(-20), ShardState.SERVING);
    isComplete(0, hours(-8), ShardState.SERVING);
    assertThat(boundary()).isEqualTo(hours(-20));
  }

  @Test
  void whatTheTiersMayLackOfOneShardIsMarkedIfOthersNoLongerKeepIt() {
    keeps(0, hours(-32), hours(-30), ShardState.SERVING);
    keeps(1, hours(-26), hours(-24), ShardState.SERVING);
    isComplete(0, hours(-8), ShardState.SERVING);
    StoreSplit split = boundary.of(NAMESPACE);
    assertThat(split.atMillis()).isEqualTo(hours(-26).toEpochMilli());
    assertThat(split.relevant(Holes.NONE).all())
        .containsExactly(
            new Hole(hours(-30).toEpochMilli(), hours(-26).toEpochMilli(), HoleCause.NOT_YET));
    assertThat(boundary.of(NAMESPACE, -1).relevant(Holes.NONE))
        .as("a metric of the other shard")
        .isEqualTo(Holes.NONE);
  }

  @Test
  void whatAShardLastStatedThatItHoldsOnToIsMarkedUntilAReplicaServes() {
    keeps(1, hours(-26), ShardState.SERVING);
    keeps(0, hours(-30), hours(-30), ShardState.UNAVAILABLE);
    assertThat(doubtFrom()).isEqualTo(hours(-30).toEpochMilli());
    keeps(0, hours(-32), hours(-32), ShardState.RECOVERING);
    assertThat(doubtFrom()).as("of a replica that is there").isEqualTo(hours(-32).toEpochMilli());
    keeps(0, hours(-26), ShardState.SERVING);
    assertThat(doubtFrom()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aShardOfWhichNothingIsStatedMayHoldOnToAnything() {
    keeps(1, hours(-26), ShardState.SERVING);
    assertThat(doubtFrom()).as("without a replica").isEqualTo(Long.MIN_VALUE);
    Holes all = Holes.before(10, HoleCause.RECOVERY);
    add(shortTerm, 0, ShardState.RECOVERING, all, Long.MIN_VALUE);
    assertThat(doubtFrom()).as("not yet restored").isEqualTo(Long.MIN_VALUE);
    assertThat(boundary.of(NAMESPACE).relevant(Holes.NONE).all())
        .containsExactly(new Hole(Long.MIN_VALUE, DAY_AGO.toEpochMilli(), HoleCause.NOT_YET));
    assertThat(new Boundary(clock, Holdings.UNKNOWN).of(NAMESPACE).doubtfulFromMillis())
        .as("without stores")
        .isEqualTo(Long.MAX_VALUE);
  }

  private long doubtFrom() {
    return boundary.of(NAMESPACE).doubtfulFromMillis();
  }

  @Test
  void theClockOfARootThatIsWrongByHoursDoesNotDecide() {
    keeps(0, hours(-26), ShardState.SERVING);
    isComplete(0, hours(-8), ShardState.SERVING);
    for (int skew : new int[] {-180, -15, 15, 180}) {
      clock.set(NOON.plus(Duration.ofMinutes(skew)));
      assertThat(boundary()).as("%d min", skew).isBetween(hours(-26), hours(-8));
    }
  }

  @Test
  void aStoreHasWhatOneOfItsReplicasHas() {
    keeps(0, hours(-20), ShardState.SERVING);
    keeps(0, hours(-50), ShardState.SERVING);
    isComplete(0, hours(-40), ShardState.SERVING);
    isComplete(0, hours(-36), ShardState.SERVING);
    assertThat(boundary()).isEqualTo(hours(-36));
  }

  @Test
  void aReplicaThatIsNotAvailableDoesNotCount() {
    keeps(0, hours(-20), ShardState.UNAVAILABLE);
    isComplete(0, hours(-36), ShardState.UNAVAILABLE);
    assertThat(boundary()).isEqualTo(DAY_AGO);
  }

  @Test
  void theShardThatHasLeastDecides() {
    keeps(0, hours(-50), ShardState.SERVING);
    keeps(1, hours(-40), ShardState.SERVING);
    isComplete(0, hours(-44), ShardState.SERVING);
    isComplete(1, hours(-30), ShardState.SERVING);
    assertThat(boundary()).isEqualTo(hours(-40));
  }

  @Test
  void gokuLAnswersForTheTimeBeforeTheLogBegan() {
    began(0, hours(-3));
    began(1, hours(-1));
    isComplete(0, hours(-36), ShardState.SERVING);
    assertThat(boundary()).as("the earliest shard decides").isEqualTo(hours(-3));
    assertThat(boundary.of(NAMESPACE).isHandedOver()).isFalse();
  }

  @Test
  void gokuSAnswersForAllSinceItBeganUntilItDropsSomething() {
    began(0, hours(-26));
    began(1, hours(-1));
    isComplete(0, hours(-8), ShardState.SERVING);
    assertThat(boundary()).as("even of the window that it drops next").isEqualTo(hours(-26));
    shortTerm.clear();
    keeps(0, hours(-26), ShardState.SERVING);
    keeps(1, hours(-26), ShardState.SERVING);
    assertThat(boundary()).isEqualTo(DAY_AGO);
  }

  @Test
  void gokuSThatHasDroppedSomethingOrMayHaveHandedItOver() {
    began(0, hours(-3));
    isComplete(0, hours(-36), ShardState.SERVING);
    assertThat(boundary.of(NAMESPACE).isHandedOver()).as("one shard states nothing").isTrue();
    assertThat(boundary()).isEqualTo(hours(-36));
    keeps(1, hours(-30), ShardState.SERVING);
    assertThat(boundary()).isEqualTo(hours(-30));
    began(1, hours(-40));
    assertThat(boundary.of(NAMESPACE).isHandedOver())
        .as("another replica has dropped nothing")
        .isFalse();
  }

  @Test
  void whatGokuLDoesNotHaveYetMattersOnceItWasHandedOver() {
    Holes holes = Holes.before(10, HoleCause.RECOVERY);
    Holes all = holes.plus(new Hole(40, Long.MAX_VALUE, HoleCause.NOT_YET));
    assertThat(new StoreSplit(50, true).relevant(all)).isEqualTo(all);
    assertThat(new StoreSplit(50, false).relevant(all)).isEqualTo(holes);
  }

  @Test
  void onlyTheShardsOfAMetricDecideAboutIt() {
    keeps(1, hours(-50), ShardState.SERVING);
    isComplete(1, hours(-36), ShardState.SERVING);
    assertThat(boundary.of(NAMESPACE, 0).atMillis()).isEqualTo(DAY_AGO.toEpochMilli());
    assertThat(boundary.of(NAMESPACE, -1).atMillis()).isEqualTo(hours(-36).toEpochMilli());
  }

  @Test
  void aNamespaceWithoutDisksIsInGokuSOnly() {
    Namespace inMemory = NamespaceBuilder.namespace("ns2").build();
    assertThat(boundary.of(inMemory)).isEqualTo(StoreSplit.ALL_IN_MEMORY);
    assertThat(boundary.of(inMemory, 0)).isEqualTo(StoreSplit.ALL_IN_MEMORY);
    assertThat(boundary.endOfDeletes(inMemory)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void deletesReachBeyondTheBoundaryWhateverHolds() {
    long usual = boundary.endOfDeletes(NAMESPACE);
    assertThat(usual).isEqualTo(hours(-20).toEpochMilli());
    keeps(0, hours(-50), ShardState.SERVING);
    isComplete(0, hours(-36), ShardState.SERVING);
    assertThat(boundary.endOfDeletes(NAMESPACE)).isEqualTo(usual);
    shortTerm.clear();
    keeps(0, hours(-22), ShardState.SERVING);
    assertThat(boundary.endOfDeletes(NAMESPACE)).isEqualTo(hours(-18).toEpochMilli());
  }

  @Test
  void aNamespaceIsInForceSinceItsFirstMove() {
    Namespace later = namespace(false, List.of(new MetricPrefix("cpu", NOON.plusSeconds(10))));
    assertThat(boundary.isInForce(later)).isFalse();
    clock.advance(Duration.ofSeconds(10));
    assertThat(boundary.isInForce(later)).isTrue();
    assertThat(boundary.isInForce(NAMESPACE)).isTrue();
  }

  private void keeps(int shard, Instant from, ShardState state) {
    add(shortTerm, shard, state, notKept(from));
  }

  private void keeps(int shard, Instant from, Instant pendingFrom, ShardState state) {
    add(shortTerm, shard, state, notKept(from), pendingFrom.toEpochMilli());
  }

  private static Holes notKept(Instant before) {
    return Holes.before(before.toEpochMilli(), HoleCause.NOT_KEPT);
  }

  private void began(int shard, Instant at) {
    Holes holes = Holes.before(at.toEpochMilli(), HoleCause.BEFORE_LOG);
    add(shortTerm, shard, ShardState.SERVING, holes);
  }

  private void isComplete(int shard, Instant to, ShardState state) {
    var rest = new Hole(to.toEpochMilli(), Long.MAX_VALUE, HoleCause.NOT_YET);
    add(longTerm, shard, state, Holes.of(rest));
  }

  private static void add(
      Map<ShardId, List<Replica>> to, int number, ShardState state, Holes holes) {
    add(to, number, state, holes, ShardHealth.NOTHING_PENDING);
  }

  private static void add(
      Map<ShardId, List<Replica>> to, int number, ShardState state, Holes holes, long pending) {
    ShardId shard = NAMESPACE.shard(number);
    var health = new ShardHealth(shard, state, 0, holes, pending);
    to.computeIfAbsent(shard, _ -> new ArrayList<>())
        .add(new Replica("node", "zone", "address", health));
  }

  private static Instant hours(int hours) {
    return NOON.plus(Duration.ofHours(hours));
  }

  private Instant boundary() {
    return Instant.ofEpochMilli(boundary.of(NAMESPACE).atMillis());
  }

  private static Namespace namespace(boolean isDefault, List<MetricPrefix> metrics) {
    return NamespaceBuilder.namespace("ns1")
        .isDefault(isDefault)
        .memoryTtl(Duration.ofDays(1))
        .shards(2, 1)
        .disk(new Disk(Duration.ofDays(24), List.of()))
        .kafkaTopic("topic")
        .s3Bucket("bucket")
        .metrics(metrics)
        .build();
  }
}
