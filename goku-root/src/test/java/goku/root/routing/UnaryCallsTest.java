package goku.root.routing;

import static goku.root.routing.ReplicaCluster.HASTY;
import static goku.root.routing.ReplicaCluster.MEASURING;
import static goku.root.routing.ReplicaCluster.PATIENT;
import static goku.root.routing.ReplicaCluster.SHARDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.eventloop.EventLoop;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.NameKind;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.query.DeleteOutcome;
import goku.query.usage.TagValueUsage;
import goku.root.routing.FakeNode.Fault;
import goku.root.routing.delay.HedgeDelays.Operation;
import goku.rpc.LastQuery;
import goku.rpc.LookupQuery;
import goku.rpc.ShardState;
import goku.rpc.ShardUnavailableException;
import goku.rpc.StorageNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UnaryCallsTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final SeriesFilter CPU = new SeriesFilter("cpu", List.of(), false);

  /// A call of one kind.
  private interface UnaryCall {
    void to(StorageNode node) throws InterruptedException;
  }

  private static final Map<Operation, UnaryCall> CALLS =
      Map.of(
          Operation.SUGGEST, node -> node.suggest(SHARDS, NameKind.METRIC, "", 3),
          Operation.KNOWN, node -> node.known(SHARDS, NameKind.METRIC, Set.of("cpu")),
          Operation.LOOKUP,
              node -> node.lookup(SHARDS, new LookupQuery(CPU, Set.of(), Set.of(), 3)),
          Operation.LAST, node -> node.last(SHARDS, new LastQuery(CPU, new TimeRange(0, 1), 3)),
          Operation.USAGE, node -> node.usage().metrics(SHARDS, ""),
          Operation.TAGS, node -> node.usage().tagKeys(SHARDS, Set.of("cpu")));

  private final ReplicaCluster cluster = new ReplicaCluster();

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void everyCallIsAnsweredByTheReplicasThatAreLeft() throws Exception {
    cluster.node("near", "a").is(Fault.dies(0));
    cluster.node("left", "b", SHARDS.get(0), SHARDS.get(1));
    cluster.node("right", "c", SHARDS.get(2), SHARDS.get(3));
    assertAnswers(cluster.router(PATIENT));
  }

  @Test
  void everyCallIsAnsweredThoughANodeIsSilent() throws Exception {
    cluster.node("near", "a").is(Fault.blocks(0));
    cluster.node("left", "b", SHARDS.get(0), SHARDS.get(1));
    cluster.node("right", "c", SHARDS.get(2), SHARDS.get(3));
    assertAnswers(cluster.router(HASTY));
  }

  @Test
  void everyCallIsAnsweredThoughANodeLacksAShard() throws Exception {
    cluster.node("near", "a").lacking.add(SHARDS.get(3));
    cluster.node("far", "b", SHARDS.get(3));
    assertAnswers(cluster.router(PATIENT));
  }

  private static void assertAnswers(StorageNode router) throws InterruptedException {
    assertThat(router.suggest(SHARDS, NameKind.TAG_VALUE, "c", 3).names())
        .containsExactly("c0", "c1", "c2");
    assertThat(router.known(SHARDS, NameKind.TAG_VALUE, Set.of("c0", "c3", "c9")).names())
        .containsExactlyInAnyOrder("c0", "c3");
    var lookup = new LookupQuery(CPU, Set.of("h7"), Set.of(), 3);
    assertThat(router.lookup(SHARDS, lookup).series())
        .extracting(found -> found.tags().toString())
        .containsExactly("[core=c0, host=h7]", "[core=c1, host=h7]", "[core=c2, host=h7]");
    var last =
        new LastQuery(
            CPU, new TimeRange(ReplicaCluster.START, ReplicaCluster.START + 10_000), 1000);
    assertThat(
            new TreeSet<>(
                router.last(SHARDS, last).points().stream().map(p -> p.series()).toList()))
        .hasSize(4 * ReplicaCluster.HOSTS);
    assertThat(router.usage().metrics(SHARDS, "c").metrics())
        .singleElement()
        .satisfies(usage -> assertThat(usage.series()).isEqualTo(4 * ReplicaCluster.HOSTS));
    assertThat(router.usage().tagKeys(SHARDS, Set.of("cpu")))
        .extracting(key -> key.key() + " " + key.values().size() + " " + key.series())
        .containsExactlyInAnyOrder(
            "core 4 " + 4 * ReplicaCluster.HOSTS,
            "host " + ReplicaCluster.HOSTS + " " + 4 * ReplicaCluster.HOSTS);
    assertThat(router.usage().tagValues(SHARDS, "cpu", "core"))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 4)
                .mapToObj(core -> new TagValueUsage("c" + core, ReplicaCluster.HOSTS))
                .toList());
  }

  @Test
  void searchesForNamesStateTheHolesOfAllNodes() {
    Holes one = Holes.of(new Hole(5, 6, HoleCause.LOG_LOST));
    Holes other = Holes.of(new Hole(1, 2, HoleCause.DAMAGED));
    cluster.node("left", "a", SHARDS.get(0), SHARDS.get(1)).holes = one;
    cluster.node("right", "b", SHARDS.get(2), SHARDS.get(3)).holes = other;
    ReplicaRouter router = cluster.router(PATIENT);
    assertThat(router.suggest(SHARDS, NameKind.METRIC, "", 3).holes()).isEqualTo(one.plus(other));
    assertThat(router.lookup(SHARDS, new LookupQuery(CPU, Set.of(), Set.of(), 3)).holes())
        .isEqualTo(one.plus(other));
  }

  @Test
  void aShardWithoutAnAnswerFailsTheCallAndIsNamed() {
    cluster.node("near", "a").lacking.add(SHARDS.get(1));
    cluster.node("far", "b").lacking.add(SHARDS.get(1));
    assertThatThrownBy(() -> cluster.router(PATIENT).suggest(SHARDS, NameKind.METRIC, "", 10))
        .isInstanceOf(ShardUnavailableException.class)
        .hasMessageContaining("ns1/1");
  }

  @Test
  void aNodeThatDiedIsAShardThatIsUnavailable() {
    cluster.node("near", "a").is(Fault.dies(0));
    assertThatThrownBy(() -> cluster.router(PATIENT).known(SHARDS, NameKind.METRIC, Set.of()))
        .isInstanceOf(ShardUnavailableException.class);
  }

  @Test
  void anOffsetCountsAsAppliedOnceAllServingReplicasHaveIt() throws Exception {
    FakeNode near = cluster.node("near", "a");
    FakeNode far = cluster.node("far", "b");
    ReplicaRouter router = cluster.router(PATIENT);
    assertThat(router.awaitApplied(SHARDS.get(0), 5, LONG)).isTrue();
    assertThat(near.calls).hasSize(1);
    assertThat(far.calls).hasSize(1);
    far.appliesAfter = LONG.plusMillis(1);
    assertThat(router.awaitApplied(SHARDS.get(0), 5, LONG)).isFalse();
  }

  @Test
  void aReplicaThatCannotBeReachedIsNotWaitedFor() throws Exception {
    cluster.node("near", "a");
    cluster.node("far", "b").is(Fault.dies(0));
    FakeNode down = cluster.node("down", "c");
    cluster.says("down", ShardState.UNAVAILABLE, 0, Holes.NONE);
    assertThat(cluster.router(PATIENT).awaitApplied(SHARDS.get(0), 5, LONG)).isTrue();
    assertThat(down.calls).isEmpty();
  }

  @Test
  void aReplicaThatIsSilentIsWaitedForNoLongerThanAsked() throws Exception {
    cluster.node("near", "a");
    cluster.node("far", "b").is(Fault.blocks(0));
    assertThat(cluster.router(PATIENT).awaitApplied(SHARDS.get(0), 5, Duration.ofMillis(1)))
        .isFalse();
  }

  @Test
  void anOffsetIsNotKnownToBeAppliedIfNoReplicaIsReachable() {
    cluster.node("near", "a").is(Fault.dies(0));
    ReplicaRouter router = cluster.router(PATIENT);
    assertThatThrownBy(() -> router.awaitApplied(SHARDS.get(0), 5, LONG))
        .isInstanceOf(ShardUnavailableException.class);
    cluster.node("far", "b").is(Fault.dies(0));
    assertThatThrownBy(() -> router.awaitApplied(SHARDS.get(0), 5, LONG))
        .isInstanceOf(ShardUnavailableException.class);
  }

  @Test
  void aDeleteIsDoneOnceAllLiveReplicasAcknowledgeIt() throws Exception {
    FakeNode near = cluster.node("near", "a");
    FakeNode far = cluster.node("far", "b");
    FakeNode recovering = cluster.node("recovering", "b");
    cluster.says(
        "recovering", ShardState.RECOVERING, 0, Holes.before(Long.MAX_VALUE, HoleCause.RECOVERY));
    FakeNode down = cluster.node("down", "c");
    cluster.says("down", ShardState.UNAVAILABLE, 0, Holes.NONE);
    assertThat(delete(LONG)).isEqualTo(DeleteOutcome.DONE);
    assertThat(List.of(near, far, recovering)).allMatch(node -> node.calls.size() == 1);
    assertThat(down.calls).isEmpty();
    far.lacking.add(SHARDS.get(0));
    assertThat(delete(LONG)).as("it has left the node").isEqualTo(DeleteOutcome.DONE);
  }

  @Test
  void aDeleteIsLateIfAReplicaIsSilent() throws Exception {
    cluster.node("near", "a");
    FakeNode far = cluster.node("far", "b");
    far.is(Fault.blocks(0));
    // the other replica answers within this time
    assertThat(delete(Duration.ofSeconds(10))).isEqualTo(DeleteOutcome.LATE);
    far.is(Fault.dies(0));
    assertThat(delete(LONG)).isEqualTo(DeleteOutcome.LATE);
    far.is(Fault.NONE);
    far.deletes = DeleteOutcome.TOO_MANY;
    assertThat(delete(LONG)).isEqualTo(DeleteOutcome.LATE);
  }

  @Test
  void aDeleteThatNoReplicaAcceptsIsTooManyOrUnavailable() throws Exception {
    FakeNode near = cluster.node("near", "a");
    near.deletes = DeleteOutcome.TOO_MANY;
    assertThat(delete(LONG)).isEqualTo(DeleteOutcome.TOO_MANY);
    near.is(Fault.dies(0));
    assertThatThrownBy(() -> delete(LONG)).isInstanceOf(ShardUnavailableException.class);
    cluster.says("near", ShardState.UNAVAILABLE, 0, Holes.NONE);
    assertThatThrownBy(() -> delete(LONG)).isInstanceOf(ShardUnavailableException.class);
  }

  @Test
  void aDeleteIsLateIfTheOnlyReplicaAcceptsItLate() throws Exception {
    cluster.node("near", "a").deletes = DeleteOutcome.LATE;
    assertThat(delete(LONG)).isEqualTo(DeleteOutcome.LATE);
  }

  @Test
  void aDeleteIsUnavailableIfOneReplicaRefusesItAndAnotherIsSilent() {
    cluster.node("near", "a").deletes = DeleteOutcome.TOO_MANY;
    cluster.node("far", "b").is(Fault.dies(0));
    assertThatThrownBy(() -> delete(LONG)).isInstanceOf(ShardUnavailableException.class);
  }

  @Test
  void aShardWithoutAReplicaFailsTheCallAndIsNamed() {
    FakeNode near = cluster.node("near", "a", SHARDS.get(0));
    assertThatThrownBy(() -> cluster.router(PATIENT).suggest(SHARDS, NameKind.METRIC, "", 10))
        .isInstanceOf(ShardUnavailableException.class)
        .hasMessageContaining("ns1/1");
    assertThat(near.calls).isEmpty();
  }

  @Test
  void theOnlyReplicaIsCalledByTheThreadOfTheCaller() {
    FakeNode near = cluster.node("near", "a");
    cluster.router(PATIENT).suggest(SHARDS, NameKind.METRIC, "", 10);
    assertThat(near.caller).isSameAs(Thread.currentThread());
  }

  @Test
  void aFailureThatIsNotOfTheOnlyNodeIsGivenToTheCaller() {
    cluster.node("near", "a").is(Fault.fails(0, new IllegalArgumentException("wrong")));
    assertThatThrownBy(() -> cluster.router(PATIENT).suggest(SHARDS, NameKind.METRIC, "", 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("wrong");
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"HEADER", "GROUP"})
  void theHedgeDelayOfAnOperationFollowsItsLatencies(Operation operation) throws Exception {
    cluster.stopTime();
    cluster.node("near", "a").whenAsked = () -> cluster.pass(Duration.ofMillis(7));
    StoreRouting routing = cluster.routing(MEASURING);
    UnaryCall call = Objects.requireNonNull(CALLS.get(operation));
    for (int i = 0; i < 20; i++) {
      call.to(new ReplicaRouter(routing));
    }
    for (Operation one : Operation.values()) {
      assertThat(Duration.ofNanos(routing.hedgeDelays.delayNanos(one)))
          .as(one.toString())
          .isEqualTo(one == operation ? Duration.ofMillis(7) : Duration.ofHours(1));
    }
  }

  @Test
  void callsThatMayBlockLeaveTheEventLoopBeforeTheyReachANode() {
    FakeNode near = cluster.node("near", "a");
    ReplicaRouter router = cluster.router(PATIENT);
    List<UnaryCall> calls = new ArrayList<>(CALLS.values());
    calls.add(node -> node.awaitApplied(SHARDS.get(0), 5, LONG));
    calls.add(node -> node.delete(SHARDS.get(0), 5, new byte[1], LONG));
    for (UnaryCall call : calls) {
      assertThat(EventLoop.tryRun(() -> run(call, router))).isFalse();
    }
    assertThat(near.calls).isEmpty();
  }

  private static void run(UnaryCall call, StorageNode node) {
    try {
      call.to(node);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private DeleteOutcome delete(Duration timeout) throws InterruptedException {
    return cluster.router(PATIENT).delete(SHARDS.get(0), 5, new byte[1], timeout);
  }
}
