package goku.root.routing;

import static goku.root.routing.ReplicaCluster.HASTY;
import static goku.root.routing.ReplicaCluster.MEASURING;
import static goku.root.routing.ReplicaCluster.PATIENT;
import static goku.root.routing.ReplicaCluster.SHARDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.model.NameKind;
import goku.query.control.QueryStoppedException;
import goku.root.routing.FakeNode.Fault;
import goku.rpc.NodeUnavailableException;
import goku.rpc.ShardUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
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
    assertThat(router.suggest(SHARDS, NameKind.TAG_VALUE, "c", 2).names())
        .containsExactly("c0", "c1");
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
        new FutureTask<List<String>>(
            () -> router.suggest(SHARDS, NameKind.TAG_VALUE, "c", 2).names());
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

  private static List<String> suggest(ReplicaRouter router) {
    return router.suggest(SHARDS, NameKind.TAG_VALUE, "c", 2).names();
  }

  /// Returns a fault that passes the time and then blocks.
  private Fault silentAfter(Duration time, CountDownLatch passed) {
    var released = new CountDownLatch(1);
    return new Fault(
        0,
        released,
        _ -> {
          cluster.pass(time);
          passed.countDown();
          released.await();
        });
  }

  @Test
  void primaryThatAnswersAfterItsHedgeIsNotLost() throws Exception {
    Fault silent = Fault.blocks(0);
    near.is(silent);
    far.is(Fault.blocks(0));
    var call = CallThread.start(() -> suggest(cluster.router(HASTY)));
    await().until(() -> !far.calls.isEmpty());
    call.awaitState(Thread.State.TIMED_WAITING);
    silent.released().countDown();
    assertThat(call.result()).containsExactly("c0", "c1");
    assertThat(attempts("lost")).isZero();
    assertThat(attempts("answered")).isOne();
  }

  @Test
  void silentPrimaryIsHedgedExactlyAtTheDelay() throws Exception {
    cluster.stopTime();
    near.is(silentAfter(Duration.ofMillis(1), new CountDownLatch(1)));
    var call = CallThread.start(() -> suggest(cluster.router(HASTY)));
    assertThat(call.result()).containsExactly("c0", "c1");
    assertThat(cluster.count("goku.root.routing.hedges")).isOne();
  }

  @Test
  void silentPrimaryIsNotHedgedBeforeTheDelay() throws Exception {
    cluster.stopTime();
    var passed = new CountDownLatch(1);
    Fault silent = silentAfter(MEASURING.hedgeMaxDelay().minusSeconds(1), passed);
    near.is(silent);
    var call = CallThread.start(() -> suggest(cluster.router(MEASURING)));
    passed.await();
    call.awaitState(Thread.State.TIMED_WAITING);
    silent.released().countDown();
    assertThat(call.result()).containsExactly("c0", "c1");
    assertThat(far.calls).isEmpty();
  }

  @Test
  void silentPrimaryIsHedgedOnceTheBudgetAllows() throws Exception {
    cluster.stopTime();
    StoreRouting routing = cluster.routing(HASTY);
    ReplicaCluster.spendBudget(routing);
    var passed = new CountDownLatch(1);
    near.is(silentAfter(Duration.ofMillis(1), passed));
    var call = CallThread.start(() -> suggest(new ReplicaRouter(routing)));
    passed.await();
    long reads = cluster.clockReads.get();
    await().until(() -> cluster.clockReads.get() > reads + 10);
    call.awaitState(Thread.State.TIMED_WAITING);
    assertThat(far.calls).isEmpty();
    cluster.pass(Duration.ofSeconds(1));
    assertThat(call.result()).containsExactly("c0", "c1");
    assertThat(far.calls).hasSize(1);
  }

  @Test
  void otherNodesAreCalledAgainIfTheSilentNodeLacksOneOfItsShards() throws Exception {
    Fault silent = Fault.blocks(0);
    near.is(silent);
    near.lacking.add(SHARDS.get(3));
    far.is(Fault.dies(0));
    var call = CallThread.start(() -> suggest(cluster.router(HASTY)));
    await().until(() -> attempts("failed") == 1);
    far.is(Fault.NONE);
    silent.released().countDown();
    assertThat(call.result()).containsExactly("c0", "c1");
    assertThat(far.calls).hasSize(2);
  }

  @Test
  void fallbackIsNotStartedTwiceIfTheSilentNodeDies() throws Exception {
    var dies = new CountDownLatch(1);
    near.is(
        Fault.does(
            0,
            node -> {
              dies.await();
              throw new NodeUnavailableException(node, "broke off", null);
            }));
    Fault slow = Fault.blocks(0);
    far.is(slow);
    var call = CallThread.start(() -> suggest(cluster.router(HASTY)));
    await().until(() -> !far.calls.isEmpty());
    dies.countDown();
    await().until(() -> attempts("failed") == 1);
    call.awaitState(Thread.State.TIMED_WAITING);
    slow.released().countDown();
    assertThat(call.result()).containsExactly("c0", "c1");
    assertThat(far.calls).hasSize(1);
    assertThat(cluster.count("goku.root.routing.failovers")).isZero();
  }

  @Test
  void failureThatIsNotOfTheNodeDoesNotReachTheFallback() {
    near.is(Fault.fails(0, new IllegalArgumentException("wrong")));
    assertThatThrownBy(() -> suggest(cluster.router(PATIENT)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("wrong");
    assertThat(far.calls).isEmpty();
    assertThat(attempts("failed")).isZero();
  }

  @Test
  void interruptedCallIsStoppedAndItsThreadStaysInterrupted() {
    ReplicaRouter router = cluster.router(PATIENT);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> suggest(router))
        .isInstanceOf(QueryStoppedException.class)
        .hasMessageContaining("was interrupted");
    assertThat(Thread.interrupted()).isTrue();
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
