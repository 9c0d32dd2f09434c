package goku.root.routing;

import static goku.root.routing.ReplicaCluster.BY_HOST;
import static goku.root.routing.ReplicaCluster.HASTY;
import static goku.root.routing.ReplicaCluster.SHARDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.Holes;
import goku.query.control.QueryControl;
import goku.query.control.QueryStoppedException;
import goku.root.routing.FakeNode.Fault;
import goku.root.routing.delay.HedgeDelays.Operation;
import goku.rpc.NodeUnavailableException;
import goku.rpc.ShardState;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests of the two calls of a hedged call. The test holds the lock of the handoff, so attempts
/// proceed only while the test waits for them.
class ReplicaCallsTest {
  private static final Duration DELAY = HASTY.hedgeMaxDelay();

  private final ReplicaCluster cluster = new ReplicaCluster();
  private final FakeNode near = cluster.node("near", "a");
  private final FakeNode far = cluster.node("far", "b");
  private final StoreRouting routing = cluster.routing(HASTY);
  private final GroupHandoff handoff = new GroupHandoff(cluster::nanoTime);
  private final QueryControl control = controlOfAnotherThread();
  private final ReplicaCalls calls = calls();

  /// Returns a control that does not interrupt the thread of the test.
  private QueryControl controlOfAnotherThread() {
    return CompletableFuture.supplyAsync(
            () -> cluster.control(), task -> Thread.ofPlatform().start(task))
        .join();
  }

  private ReplicaCalls calls() {
    return new ReplicaCalls(
        routing,
        ReplicaCluster.firstGroup(routing),
        BY_HOST,
        ReplicaCluster.requirements(routing),
        control,
        handoff);
  }

  @BeforeEach
  void lock() {
    cluster.stopTime();
    handoff.lock.lock();
  }

  @AfterEach
  void close() {
    calls.cancel();
    handoff.lock.unlock();
    calls.join();
    control.close();
    cluster.close();
  }

  private double count(String meter, String... tags) {
    return cluster.count("goku.root.routing." + meter, tags);
  }

  private long hedgeIfDue() {
    return calls.hedgeIfDue(Operation.HEADER, calls.primaryStartNanos());
  }

  private void startAndHedge() {
    calls.startPrimary();
    cluster.pass(DELAY);
    assertThat(hedgeIfDue()).isEqualTo(Long.MAX_VALUE);
  }

  private void awaitChange(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      assertThat(handoff.changed.await(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  private String firstNode() {
    return ReplicaCluster.firstGroup(routing).node();
  }

  @Test
  void silentPrimaryIsHedgedExactlyAtTheDelay() {
    calls.startPrimary();
    cluster.pass(DELAY.minusNanos(1));
    assertThat(hedgeIfDue()).isEqualTo(1);
    assertThat(calls.fallback.isIdle()).isTrue();
    cluster.pass(Duration.ofNanos(1));
    assertThat(hedgeIfDue()).isEqualTo(Long.MAX_VALUE);
    assertThat(calls.primary.isHedged()).isTrue();
    assertThat(calls.fallback.isInProgress()).isTrue();
    assertThat(count("hedges")).isOne();
  }

  @Test
  void callsInProgressAreNotHedgedAgain() {
    startAndHedge();
    cluster.pass(Duration.ofHours(1));
    assertThat(hedgeIfDue()).isEqualTo(Long.MAX_VALUE);
    assertThat(count("hedges")).isOne();
  }

  @Test
  void callWithoutAnAvailableFallbackIsNotHedged() {
    cluster.says("far", ShardState.UNAVAILABLE, 0, Holes.NONE);
    ReplicaCalls alone = calls();
    alone.startPrimary();
    cluster.pass(DELAY);
    assertThat(alone.hedgeIfDue(Operation.HEADER, alone.primaryStartNanos()))
        .isEqualTo(Long.MAX_VALUE);
    assertThat(alone.fallback.isIdle()).isTrue();
    assertThat(count("hedges")).isZero();
    alone.cancel();
    handoff.lock.unlock();
    alone.join();
    handoff.lock.lock();
  }

  @Test
  void hedgeBeyondTheBudgetIsCheckedAgainAfterTheShortestDelay() {
    ReplicaCluster.spendBudget(routing);
    calls.startPrimary();
    cluster.pass(DELAY);
    assertThat(hedgeIfDue()).isEqualTo(HASTY.hedgeMinDelay().toNanos());
    assertThat(calls.fallback.isIdle()).isTrue();
    assertThat(count("hedges")).isZero();
  }

  @Test
  void abandonedPrimaryIsStartedAgainOnceTheFallbackIsSilent() {
    startAndHedge();
    calls.abandon(calls.primary);
    assertThat(calls.primary.isIdle()).isTrue();
    long since = cluster.nanoTime();
    assertThat(calls.hedgeIfDue(Operation.GROUP, since)).isEqualTo(DELAY.toNanos());
    cluster.pass(DELAY);
    assertThat(calls.hedgeIfDue(Operation.GROUP, since)).isEqualTo(Long.MAX_VALUE);
    assertThat(calls.primary.isInProgress()).isTrue();
    assertThat(calls.primary.isHedged()).isFalse();
    assertThat(count("hedges")).isEqualTo(2);
  }

  @Test
  void primaryThatLostThreeHedgesIsNotCalledFirst() {
    for (int i = 0; i < 3; i++) {
      assertThat(firstNode()).isEqualTo("near");
      startAndHedge();
      calls.abandon(calls.primary);
      calls.abandon(calls.fallback);
    }
    assertThat(firstNode()).isEqualTo("far");
    assertThat(count("attempts", "outcome", "lost")).isEqualTo(3);
  }

  @Test
  void primaryIsStillCalledFirstIfItsAnswerWasOnlyWorse() {
    for (int i = 0; i < 3; i++) {
      calls.startPrimary();
      calls.failOverToBetter();
      calls.abandon(calls.primary);
      calls.abandon(calls.fallback);
    }
    assertThat(firstNode()).isEqualTo("near");
    assertThat(count("failovers")).isEqualTo(3);
  }

  @Test
  void primaryIsNoLongerHedgedOnceItsFallbackIsAbandoned() {
    startAndHedge();
    calls.abandon(calls.fallback);
    assertThat(calls.primary.isInProgress()).isTrue();
    assertThat(calls.primary.isHedged()).isFalse();
    assertThat(count("attempts", "outcome", "lost")).isZero();
  }

  @Test
  void callThatIsNotInProgressIsNotLost() {
    calls.abandon(calls.primary);
    assertThat(count("attempts", "outcome", "lost")).isZero();
  }

  @Test
  void fallbackInProgressIsKeptIfThePrimaryDies() throws Exception {
    near.is(Fault.dies(0));
    far.is(Fault.blocks(0));
    startAndHedge();
    Attempt fallback = calls.fallback.attempt();
    awaitChange(() -> calls.primary.failure() != null);
    calls.handleFailures();
    assertThat(calls.primary.hasFailed()).isTrue();
    assertThat(calls.fallback.attempt()).isSameAs(fallback);
    assertThat(count("failovers")).isZero();
    assertThat(count("attempts", "outcome", "failed")).isOne();
  }

  @Test
  void fallbackIsStartedAgainIfThePrimaryLacksOneOfItsShards() throws Exception {
    near.lacking.add(SHARDS.get(3));
    far.is(Fault.blocks(0));
    startAndHedge();
    Attempt fallback = calls.fallback.attempt();
    awaitChange(() -> calls.primary.failure() != null);
    calls.handleFailures();
    assertThat(calls.fallback.isInProgress()).isTrue();
    assertThat(calls.fallback.attempt()).isNotSameAs(fallback);
    assertThat(count("failovers")).isOne();
  }

  @Test
  void abandonedPrimaryIsStartedAgainIfTheFallbackFails() throws Exception {
    var opened = new CountDownLatch(1);
    near.is(Fault.blocks(0));
    far.is(
        Fault.does(
            1,
            node -> {
              opened.await();
              throw new NodeUnavailableException(node, "broke off", null);
            }));
    startAndHedge();
    calls.abandon(calls.primary);
    awaitChange(() -> calls.fallback.header() != null);
    opened.countDown();
    awaitChange(() -> calls.fallback.failure() != null);
    calls.handleFailures();
    assertThat(calls.fallback.hasFailed()).isTrue();
    assertThat(calls.primary.isInProgress()).isTrue();
    assertThat(count("failovers")).isOne();
    assertThat(count("attempts", "outcome", "failed")).as("the call to far").isOne();
  }

  @Test
  void interruptedAttemptOfACancelledQueryIsReportedAsCancelled() throws Exception {
    near.is(
        Fault.does(
            0,
            _ -> {
              throw new InterruptedException("odd");
            }));
    calls.startPrimary();
    awaitChange(() -> calls.primary.failure() != null);
    assertThatThrownBy(calls::handleFailures)
        .isInstanceOf(InterruptedException.class)
        .hasMessage("odd");
    control.cancel("was cancelled");
    assertThatThrownBy(calls::handleFailures)
        .isInstanceOf(QueryStoppedException.class)
        .hasMessageContaining("was cancelled");
  }

  @Test
  void failureThatIsNotOfTheNodeIsGivenToTheCaller() throws Exception {
    near.is(Fault.fails(0, new IllegalArgumentException("wrong")));
    calls.startPrimary();
    awaitChange(() -> calls.primary.failure() != null);
    control.cancel("was cancelled");
    assertThatThrownBy(calls::handleFailures)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("wrong");
  }
}
