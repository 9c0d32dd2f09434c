package goku.root.routing;

import static goku.root.routing.ReplicaCluster.PATIENT;
import static goku.root.routing.ReplicaCluster.SHARDS;
import static org.assertj.core.api.Assertions.assertThat;

import goku.root.routing.FakeNode.Fault;
import goku.root.routing.ReplicaCluster.Answer;
import goku.rpc.ShardState;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BehindTest {
  private static final long READ_FROM =
      ReplicaCluster.BY_HOST.stages().window().read().startMillis();

  private final ReplicaCluster cluster = new ReplicaCluster();
  private final FakeNode near = cluster.node("near", "a");
  private final FakeNode far = cluster.node("far", "b");

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void aReplicaThatLagsIsNotAskedWhileAnotherIsCaughtUp() throws Exception {
    cluster.says("near", ShardState.SERVING, 6000, Long.MIN_VALUE);
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
    cluster.says("near", ShardState.SERVING, 30_000, Long.MIN_VALUE);
    cluster.says("far", ShardState.SERVING, 10_000, Long.MIN_VALUE);
    near.lagMillis = 30_400;
    far.lagMillis = 10_400;
    assertThat(cluster.answer(cluster.router(PATIENT)).lagMillis()).isEqualTo(10_400);
    assertThat(near.calls).isEmpty();
  }

  @Test
  void logsThatStandStillForAllDoNotDoubleTheCalls() throws Exception {
    cluster.says("near", ShardState.SERVING, 30_000, Long.MIN_VALUE);
    cluster.says("far", ShardState.SERVING, 30_200, Long.MIN_VALUE);
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
    cluster.says("near", ShardState.RECOVERING, 0, READ_FROM + 1);
    near.completeFromMillis = READ_FROM + 1;
    assertThat(cluster.answer(cluster.router(PATIENT))).isEqualTo(cluster.whole());
    assertThat(near.calls).isEmpty();
  }

  @Test
  void anAnswerThatTurnsOutToBeRecoveringIsReplacedByAWholeOne() throws Exception {
    near.completeFromMillis = READ_FROM + 1;
    assertThat(cluster.answer(cluster.router(PATIENT))).isEqualTo(cluster.whole());
  }

  @Test
  void aReplicaThatRecoversOnlyEarlierDataIsComplete() throws Exception {
    near.completeFromMillis = READ_FROM;
    assertThat(cluster.answer(cluster.router(PATIENT)).groups())
        .isEqualTo(cluster.whole().groups());
    assertThat(far.calls).isEmpty();
  }

  @Test
  void theMostCompleteReplicaIsUsedIfAllRecover() throws Exception {
    near.completeFromMillis = READ_FROM + 9000;
    far.completeFromMillis = READ_FROM + 3000;
    assertThat(cluster.answer(cluster.router(PATIENT)).completeFromMillis())
        .isEqualTo(READ_FROM + 3000);
  }
}
