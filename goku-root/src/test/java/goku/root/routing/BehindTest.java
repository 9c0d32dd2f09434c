package goku.root.routing;

import static goku.root.routing.ReplicaCluster.PATIENT;
import static goku.root.routing.ReplicaCluster.SHARDS;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.TimeRange;
import goku.root.routing.FakeNode.Fault;
import goku.root.routing.ReplicaCluster.Answer;
import goku.root.routing.choice.ReadRequirements;
import goku.root.routing.choice.StreamHeader;
import goku.rpc.ShardState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BehindTest {
  private static final long READ_FROM =
      ReplicaCluster.BY_HOST.stages().window().read().startMillis();

  private static final Holes LOST =
      Holes.of(new Hole(READ_FROM + 1000, READ_FROM + 2000, HoleCause.LOG_LOST));

  private final ReplicaCluster cluster = new ReplicaCluster();
  private final FakeNode near = cluster.node("near", "a");
  private final FakeNode far = cluster.node("far", "b");

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void aReplicaThatLagsIsNotAskedWhileAnotherIsCaughtUp() throws Exception {
    cluster.says("near", ShardState.SERVING, 6000, Holes.NONE);
    near.lagMillis = 6000;
    assertThat(cluster.answer(cluster.router(PATIENT)).lagMillis()).isZero();
    assertThat(near.calls).isEmpty();
  }

  @Test
  void anAnswerThatTurnsOutToLagIsReplacedByACaughtUpOne() throws Exception {
    near.lagMillis = 6000;
    assertThat(cluster.answer(cluster.router(PATIENT))).isEqualTo(cluster.whole());
    assertThat(far.calls).containsExactly(SHARDS);
  }

  @Test
  void aLagWithinTheLimitIsNotReported() throws Exception {
    near.lagMillis = 4999;
    far.lagMillis = 1;
    assertThat(cluster.answer(cluster.router(PATIENT)).lagMillis()).isZero();
    assertThat(far.calls).isEmpty();
  }

  @Test
  void aLagWithinTheLimitOfTheOnlyReplicaIsNotReported() throws Exception {
    try (var one = new ReplicaCluster()) {
      FakeNode only = one.node("only", "a");
      only.lagMillis = 4999;
      assertThat(one.answer(one.router(PATIENT)).lagMillis()).isZero();
      only.lagMillis = 5001;
      assertThat(one.answer(one.router(PATIENT)).lagMillis()).isEqualTo(5001);
    }
  }

  @Test
  void theFreshestReplicaAnswersWithItsLagIfAllLag() throws Exception {
    near.lagMillis = 60_000;
    far.lagMillis = 20_000;
    Answer answer = cluster.answer(cluster.router(PATIENT));
    assertThat(answer.lagMillis()).isEqualTo(20_000);
    assertThat(answer.groups()).isEqualTo(cluster.whole().groups());
    assertThat(answer.series()).isEqualTo(cluster.whole().series());
  }

  @Test
  void onlyTheFreshestReplicaIsCalledIfAllAreKnownToLag() throws Exception {
    cluster.says("near", ShardState.SERVING, 30_000, Holes.NONE);
    cluster.says("far", ShardState.SERVING, 10_000, Holes.NONE);
    near.lagMillis = 30_400;
    far.lagMillis = 10_400;
    assertThat(cluster.answer(cluster.router(PATIENT)).lagMillis()).isEqualTo(10_400);
    assertThat(near.calls).isEmpty();
  }

  @Test
  void logsThatStandStillForAllDoNotDoubleTheCalls() throws Exception {
    cluster.says("near", ShardState.SERVING, 30_000, Holes.NONE);
    cluster.says("far", ShardState.SERVING, 30_200, Holes.NONE);
    near.lagMillis = 30_700;
    assertThat(cluster.answer(cluster.router(PATIENT)).lagMillis()).isEqualTo(30_700);
    assertThat(far.calls).isEmpty();
  }

  @Test
  void aLaggingAnswerIsTakenWhenTheBetterOneDoesNotCome() throws Exception {
    near.lagMillis = 6000;
    far.is(Fault.blocks(0));
    var config =
        new RoutingConfig(Duration.ofSeconds(5), 95, Duration.ofMillis(1), Duration.ofMillis(1));
    assertThat(cluster.answer(cluster.router(config)).lagMillis()).isEqualTo(6000);
  }

  @Test
  void aReplicaThatRecoversIsNotAskedWhileAnotherServes() throws Exception {
    cluster.says("near", ShardState.RECOVERING, 0, before(READ_FROM + 1));
    near.holes = before(READ_FROM + 1);
    assertThat(cluster.answer(cluster.router(PATIENT))).isEqualTo(cluster.whole());
    assertThat(near.calls).isEmpty();
  }

  @Test
  void anAnswerThatTurnsOutToBeRecoveringIsReplacedByAWholeOne() throws Exception {
    near.holes = before(READ_FROM + 1);
    assertThat(cluster.answer(cluster.router(PATIENT))).isEqualTo(cluster.whole());
  }

  @Test
  void aReplicaThatRecoversOnlyEarlierDataIsComplete() throws Exception {
    near.holes = before(READ_FROM);
    assertThat(cluster.answer(cluster.router(PATIENT)).groups())
        .isEqualTo(cluster.whole().groups());
    assertThat(far.calls).isEmpty();
  }

  @Test
  void theMostCompleteReplicaIsUsedIfAllRecover() throws Exception {
    near.holes = before(READ_FROM + 9000);
    far.holes = before(READ_FROM + 3000);
    assertThat(cluster.answer(cluster.router(PATIENT)).holes()).isEqualTo(before(READ_FROM + 3000));
  }

  @Test
  void aReplicaWithAHoleInTheRangeIsNotAskedWhileAnotherHasNone() throws Exception {
    near.holes = LOST;
    cluster.says("near", ShardState.SERVING, 0, LOST);
    assertThat(cluster.answer(cluster.router(PATIENT))).isEqualTo(cluster.whole());
    assertThat(near.calls).isEmpty();
  }

  @Test
  void aHoleOutsideTheRangeDoesNotMatter() throws Exception {
    near.holes = Holes.of(new Hole(READ_FROM - 5, READ_FROM, HoleCause.LOG_LOST));
    cluster.says("near", ShardState.SERVING, 0, near.holes);
    assertThat(cluster.answer(cluster.router(PATIENT)).groups())
        .isEqualTo(cluster.whole().groups());
    assertThat(far.calls).isEmpty();
  }

  @Test
  void anAnswerWithAHoleIsReplacedByOneWithout() throws Exception {
    near.holes = LOST;
    assertThat(cluster.answer(cluster.router(PATIENT))).isEqualTo(cluster.whole());
    assertThat(far.calls).containsExactly(SHARDS);
  }

  @Test
  void theReplicaThatLacksLessTimeIsUsedIfAllHaveHoles() throws Exception {
    near.holes = LOST;
    far.holes = Holes.of(new Hole(READ_FROM, READ_FROM + 500, HoleCause.DAMAGED));
    cluster.says("far", ShardState.SERVING, 0, far.holes);
    assertThat(cluster.answer(cluster.router(PATIENT)).holes()).isEqualTo(far.holes);
  }

  @Test
  void aHoleThatAllReplicasHaveDoesNotDoubleTheCalls() throws Exception {
    near.holes = LOST;
    cluster.says("near", ShardState.SERVING, 0, LOST);
    cluster.says("far", ShardState.SERVING, 0, LOST);
    assertThat(cluster.answer(cluster.router(PATIENT)).holes()).isEqualTo(LOST);
    assertThat(far.calls).isEmpty();
  }

  @Test
  void groupsOfAnAnswerWithAnotherHoleMustNotFollow() {
    var requirements = new ReadRequirements(new TimeRange(0, 100), 5000);
    StreamHeader early = header(new Hole(0, 20, HoleCause.RECOVERY));
    StreamHeader within = header(new Hole(-50, 10, HoleCause.DAMAGED));
    StreamHeader late = header(new Hole(50, 60, HoleCause.DAMAGED));
    assertThat(requirements.coveredBy(early, within)).isTrue();
    assertThat(requirements.coveredBy(within, early)).isFalse();
    assertThat(requirements.coveredBy(early, late)).as("fewer, but other time").isFalse();
    assertThat(requirements.coveredBy(early, header(new Hole(101, 200, HoleCause.DAMAGED))))
        .isTrue();
  }

  private static StreamHeader header(Hole hole) {
    return new StreamHeader(List.of(), Holes.of(hole), 0, 0);
  }

  private static Holes before(long endMillis) {
    return Holes.before(endMillis, HoleCause.RECOVERY);
  }
}
