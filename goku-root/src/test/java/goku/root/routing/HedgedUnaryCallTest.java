package goku.root.routing;

import static goku.root.routing.ReplicaCluster.HASTY;
import static goku.root.routing.ReplicaCluster.PATIENT;
import static goku.root.routing.ReplicaCluster.SHARDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.model.NameKind;
import goku.root.routing.FakeNode.Fault;
import goku.rpc.ShardUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HedgedUnaryCallTest {
  private final ReplicaCluster cluster = new ReplicaCluster();
  private final FakeNode near = cluster.node("near", "a");
  private final FakeNode far = cluster.node("far", "b");

  @AfterEach
  void close() {
    cluster.close();
  }

  private static void call(ReplicaRouter router) {
    assertThat(router.suggest(SHARDS, NameKind.TAG_VALUE, "c", 2)).containsExactly("c0", "c1");
  }

  private double attempts(String outcome) {
    return cluster.count("goku.root.routing.attempts", "outcome", outcome);
  }

  @Test
  void silentNodeIsOvertakenAndItsCallIsLost() {
    near.is(Fault.blocks(0));
    call(cluster.router(HASTY));
    assertThat(cluster.count("goku.root.routing.hedges")).isOne();
    assertThat(cluster.count("goku.root.routing.failovers")).isZero();
    assertThat(attempts("lost")).isOne();
    assertThat(attempts("answered")).isOne();
    assertThat(attempts("failed")).isZero();
  }

  @Test
  void nodeThatWasOvertakenThreeTimesIsNotAskedFirst() {
    near.is(Fault.blocks(0));
    ReplicaRouter router = cluster.router(HASTY);
    for (int i = 0; i < 3; i++) {
      call(router);
    }
    near.calls.clear();
    cluster.stopTime();
    call(router);
    assertThat(near.calls).isEmpty();
  }

  @Test
  void failedNodeIsReplacedAtOnceAndAvoidedForASecond() {
    near.is(Fault.dies(0));
    ReplicaRouter router = cluster.router(PATIENT);
    call(router);
    assertThat(cluster.count("goku.root.routing.failovers")).isOne();
    assertThat(cluster.count("goku.root.routing.hedges")).isZero();
    assertThat(attempts("failed")).isOne();
    assertThat(attempts("lost")).isZero();
    assertThat(attempts("answered")).isOne();
    near.is(Fault.NONE);
    call(router);
    assertThat(near.calls).hasSize(1);
    cluster.clock.advance(Duration.ofSeconds(1));
    call(router);
    call(router);
    assertThat(near.calls).as("asked again, and first after it answered").hasSize(3);
  }

  @Test
  void otherNodesAreCalledOnceIfTheNodeFailsAfterASilence() {
    Fault silent = Fault.blocks(0);
    near.is(silent);
    far.is(Fault.dies(0));
    ReplicaRouter router = cluster.router(HASTY);
    var asked =
        new FutureTask<List<String>>(() -> router.suggest(SHARDS, NameKind.TAG_VALUE, "c", 2));
    Thread.ofPlatform().start(asked);
    await().until(() -> !far.calls.isEmpty());
    silent.released().countDown();
    assertThat(asked).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(List.of("c0", "c1"));
    assertThat(far.calls).hasSize(1);
  }

  @Test
  void callFailsIfPrimaryAndFallbackFail() {
    near.is(Fault.dies(0));
    far.is(Fault.dies(0));
    ReplicaRouter router = cluster.router(PATIENT);
    assertThatThrownBy(() -> router.suggest(SHARDS, NameKind.METRIC, "", 2))
        .isInstanceOf(ShardUnavailableException.class)
        .hasMessageContaining("ns1/0");
    assertThat(attempts("failed")).isEqualTo(2);
    assertThat(near.calls).hasSize(1);
    assertThat(far.calls).hasSize(1);
  }

  @Test
  void failureThatIsNotOfTheNodeIsGivenToTheCaller() throws Exception {
    assertThatThrownBy(
            () -> {
              throw HedgedUnaryCall.rethrown(new IllegalArgumentException("wrong"));
            })
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> {
              throw HedgedUnaryCall.rethrown(new AssertionError("broken"));
            })
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(
            () -> {
              throw HedgedUnaryCall.rethrown(new InterruptedException("enough"));
            })
        .isInstanceOf(InterruptedException.class);
    assertThatThrownBy(
            () -> {
              throw HedgedUnaryCall.rethrown(new IOException("odd"));
            })
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("odd");
  }
}
