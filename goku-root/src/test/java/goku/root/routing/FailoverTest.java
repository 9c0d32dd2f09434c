package goku.root.routing;

import static goku.root.routing.ReplicaCluster.PATIENT;
import static goku.root.routing.ReplicaCluster.SHARDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.Holes;
import goku.query.control.QueryControl;
import goku.query.control.QueryStoppedException;
import goku.query.partial.PartialStream;
import goku.root.routing.FakeNode.Fault;
import goku.root.routing.ReplicaCluster.Answer;
import goku.rpc.NodeUnavailableException;
import goku.rpc.ShardState;
import goku.rpc.ShardUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailoverTest {
  private final ReplicaCluster cluster = new ReplicaCluster();

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void theOnlyReplicaIsAskedByTheThreadThatAsksAndItsStreamIsGivenAsItIs() throws Exception {
    FakeNode node = cluster.node("one", "b");
    try (QueryControl control = cluster.control();
        PartialStream stream =
            cluster.router(PATIENT).query(SHARDS, ReplicaCluster.BY_HOST, control)) {
      assertThat(stream.getClass().getEnclosingClass()).isEqualTo(FakeNode.class);
    }
    assertThat(node.calls).containsExactly(SHARDS);
  }

  @Test
  void aNodeThatCannotBeReachedIsReplacedByAnother() throws Exception {
    cluster.node("near", "a").is(Fault.dies(0));
    cluster.node("far", "b");
    assertThat(cluster.answer(cluster.router(PATIENT))).isEqualTo(cluster.whole());
    assertThat(cluster.count("goku.root.routing.failovers")).isEqualTo(1);
    assertThat(cluster.count("goku.root.routing.attempts", "outcome", "failed")).isEqualTo(1);
    assertThat(cluster.count("goku.root.routing.attempts", "outcome", "answered")).isEqualTo(1);
  }

  @Test
  void aNodeThatBreaksOffInTheMiddleIsReplacedAndNoGroupComesTwice() throws Exception {
    cluster.node("near", "a").is(Fault.dies(17));
    cluster.node("far", "b");
    assertThat(cluster.answer(cluster.router(PATIENT))).isEqualTo(cluster.whole());
  }

  @Test
  void shardsThatNoSingleOtherNodeHasAreAskedOfSeveral() throws Exception {
    cluster.node("near", "a").is(Fault.dies(5));
    FakeNode left = cluster.node("left", "b", SHARDS.get(0), SHARDS.get(1));
    FakeNode right = cluster.node("right", "c", SHARDS.get(2), SHARDS.get(3));
    assertThat(cluster.answer(cluster.router(PATIENT))).isEqualTo(cluster.whole());
    assertThat(left.calls).containsExactly(SHARDS.subList(0, 2));
    assertThat(right.calls).containsExactly(SHARDS.subList(2, 4));
  }

  @Test
  void aNodeThatLacksOneOfItsShardsIsStillAskedForTheOthers() throws Exception {
    cluster.node("near", "a").lacking.add(SHARDS.get(1));
    cluster.node("far", "b", SHARDS.get(1));
    assertThat(cluster.answer(cluster.router(PATIENT))).isEqualTo(cluster.whole());
  }

  @Test
  void shardsWithoutReplicasAreMissingAndTheOthersAreAnswered() throws Exception {
    FakeNode node = cluster.node("near", "a");
    Answer others = cluster.answer(node, SHARDS.subList(1, 4));
    node.lacking.add(SHARDS.get(0));
    Answer answer = cluster.answer(cluster.router(PATIENT));
    assertThat(answer.missing()).containsExactly(SHARDS.get(0));
    assertThat(answer.groups()).isEqualTo(others.groups());
    assertThat(answer.series()).isEqualTo(others.series());
    assertThat(cluster.count("goku.root.routing.missing")).isEqualTo(1);
  }

  @Test
  void shardsThatTheMapDoesNotKnowAreMissing() throws Exception {
    cluster.node("near", "a", SHARDS.get(2), SHARDS.get(3));
    assertThat(cluster.answer(cluster.router(PATIENT)).missing())
        .containsExactlyElementsOf(SHARDS.subList(0, 2));
  }

  @Test
  void allShardsAreMissingIfNoReplicaAnswers() throws Exception {
    cluster.node("near", "a").is(Fault.dies(0));
    cluster.node("far", "b").is(Fault.dies(0));
    Answer answer = cluster.answer(cluster.router(PATIENT));
    assertThat(answer.missing()).containsExactlyInAnyOrderElementsOf(SHARDS);
    assertThat(answer.groups()).isEmpty();
  }

  @Test
  void aNodeThatTheMapSaysIsDownIsAskedWhenNothingElseIsLeft() throws Exception {
    FakeNode down = cluster.node("down", "a");
    cluster.node("far", "b").is(Fault.dies(3));
    cluster.says("down", ShardState.UNAVAILABLE, 0, Holes.NONE);
    assertThat(cluster.answer(cluster.router(PATIENT))).isEqualTo(cluster.whole());
    assertThat(down.calls).hasSize(1);
  }

  @Test
  void anAnswerThatWasCalledWholeNeverGoesOnWithoutAShard() throws Exception {
    cluster.node("near", "a").is(Fault.dies(5));
    cluster.node("far", "b", SHARDS.get(0));
    assertThatThrownBy(() -> cluster.answer(cluster.router(PATIENT)))
        .isInstanceOf(ShardUnavailableException.class)
        .hasMessageContaining("ns1/");
  }

  @Test
  void anAnswerThatWasCalledFreshNeverGoesOnWithALaggingReplica() {
    cluster.node("near", "a").is(Fault.dies(5));
    cluster.node("far", "b").lagMillis = 6000;
    assertThatThrownBy(() -> cluster.answer(cluster.router(PATIENT)))
        .isInstanceOf(ShardUnavailableException.class);
  }

  /// Lets the fallback `far` answer first, because `near` lags. Then `far` breaks off once, `near`
  /// is called again and lacks a shard, and a second fallback is called.
  private FakeNode fallBackTwice(Consumer<FakeNode> whenFarBreaksOff) {
    FakeNode near = cluster.node("near", "a");
    FakeNode far = cluster.node("far", "b");
    near.lagMillis = 6000;
    far.is(
        Fault.does(
            5,
            node -> {
              near.lacking.add(SHARDS.get(0));
              far.is(Fault.NONE);
              whenFarBreaksOff.accept(far);
              throw new NodeUnavailableException(node, "it broke off", null);
            }));
    return far;
  }

  @Test
  void theSecondFallbackCountsForTheQuery() throws Exception {
    FakeNode far = fallBackTwice(_ -> {});
    try (QueryControl control = cluster.control();
        PartialStream stream =
            cluster.router(PATIENT).query(SHARDS, ReplicaCluster.BY_HOST, control)) {
      assertThat(ReplicaCluster.rest(stream)).isEqualTo(cluster.whole().groups());
      assertThat(control.series()).isEqualTo(cluster.whole().series());
      assertThat(control.datapoints()).isEqualTo(cluster.whole().datapoints());
      assertThat(stream.origins()).containsExactly("far");
    }
    assertThat(far.calls).hasSize(2);
  }

  @Test
  void anAnswerThatWasCalledWholeNeverGoesOnWithASecondFallbackThatLacksAShard() {
    fallBackTwice(far -> far.lacking.add(SHARDS.get(0)));
    assertThatThrownBy(() -> cluster.answer(cluster.router(PATIENT)))
        .isInstanceOf(ShardUnavailableException.class)
        .hasMessageContaining("ns1/0");
  }

  @Test
  void anAnswerThatWasCalledFreshNeverGoesOnWithASecondFallbackThatLags() {
    fallBackTwice(far -> far.lagMillis = 6000);
    assertThatThrownBy(() -> cluster.answer(cluster.router(PATIENT)))
        .isInstanceOf(ShardUnavailableException.class);
  }

  @Test
  void aQueryThatTouchesTooMuchIsNotTriedElsewhere() {
    cluster.node("near", "a");
    FakeNode far = cluster.node("far", "b");
    ReplicaRouter router = cluster.router(PATIENT);
    try (QueryControl control = cluster.control(10)) {
      assertThatThrownBy(() -> router.query(SHARDS, ReplicaCluster.BY_HOST, control).close())
          .isInstanceOf(QueryStoppedException.class)
          .hasMessageContaining("more than 10 series");
    }
    assertThat(far.calls).isEmpty();
  }

  @Test
  void theLimitsOfAQueryHoldForAllNodesTogether() {
    cluster.node("left", "a", SHARDS.get(0), SHARDS.get(1));
    cluster.node("right", "a", SHARDS.get(2), SHARDS.get(3));
    ReplicaRouter router = cluster.router(PATIENT);
    try (QueryControl control = cluster.control(ReplicaCluster.HOSTS * 3)) {
      assertThatThrownBy(() -> router.query(SHARDS, ReplicaCluster.BY_HOST, control).close())
          .isInstanceOf(QueryStoppedException.class);
    }
  }

  @Test
  void aNodeThatFailedAMomentAgoIsAskedAfterTheOthersUntilItAnswersAgain() throws Exception {
    FakeNode near = cluster.node("near", "a");
    FakeNode far = cluster.node("far", "b");
    ReplicaRouter router = cluster.router(PATIENT);
    near.is(Fault.dies(0));
    cluster.answer(router);
    near.is(Fault.NONE);
    near.calls.clear();
    far.calls.clear();
    cluster.answer(router);
    assertThat(near.calls).isEmpty();
    cluster.clock.advance(Duration.ofSeconds(1));
    cluster.answer(router);
    cluster.answer(router);
    assertThat(near.calls).hasSize(2);
    assertThat(far.calls).hasSize(1);
  }

  @Test
  void callsThatLeaveTheZoneAreThoseOfTheNodeThatIsDown() throws Exception {
    cluster.node("a1", "a", SHARDS.get(0)).is(Fault.dies(0));
    cluster.node("a2", "a", SHARDS.get(1), SHARDS.get(2), SHARDS.get(3));
    FakeNode other = cluster.node("b", "b");
    assertThat(cluster.answer(cluster.router(PATIENT))).isEqualTo(cluster.whole());
    assertThat(other.calls).containsExactly(List.of(SHARDS.get(0)));
    assertThat(cluster.count("goku.root.routing.calls", "zone", "own")).isEqualTo(2);
    assertThat(cluster.count("goku.root.routing.calls", "zone", "other")).isEqualTo(1);
  }

  @Test
  void aQueryWithoutShardsHasNoGroups() throws Exception {
    cluster.node("near", "a");
    Answer answer = cluster.answer(cluster.router(PATIENT), List.of());
    assertThat(answer.groups()).isEmpty();
    assertThat(answer.missing()).isEmpty();
  }

  @Test
  void nodesAreCalledForTheirOwnShardsOnly() throws Exception {
    FakeNode left = cluster.node("left", "a", SHARDS.get(0), SHARDS.get(1));
    FakeNode right = cluster.node("right", "a", SHARDS.get(2), SHARDS.get(3));
    assertThat(cluster.answer(cluster.router(PATIENT))).isEqualTo(cluster.whole());
    assertThat(left.calls).containsExactly(SHARDS.subList(0, 2));
    assertThat(right.calls).containsExactly(SHARDS.subList(2, 4));
  }

  @Test
  void aFailureOfTheOnlyReplicaIsCountedAndItsShardsAreMissing() throws Exception {
    cluster.node("near", "a").is(Fault.dies(0));
    assertThat(cluster.answer(cluster.router(PATIENT)).missing()).containsExactlyElementsOf(SHARDS);
    assertThat(cluster.count("goku.root.routing.attempts", "outcome", "failed")).isOne();
  }

  @Test
  void aFailureThatIsNotOfTheOnlyNodeIsGivenToTheCaller() {
    cluster.node("near", "a").is(Fault.fails(0, new IllegalArgumentException("wrong")));
    assertThatThrownBy(() -> cluster.answer(cluster.router(PATIENT)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("wrong");
  }

  @Test
  void aFailureThatIsNotOfANodeIsNotTriedElsewhere() {
    cluster.node("near", "a").is(Fault.fails(5, new IllegalArgumentException("wrong")));
    FakeNode far = cluster.node("far", "b");
    assertThatThrownBy(() -> cluster.answer(cluster.router(PATIENT)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("wrong");
    assertThat(far.calls).isEmpty();
  }
}
