package goku.root.routing;

import static goku.root.routing.ReplicaCluster.BY_HOST;
import static goku.root.routing.ReplicaCluster.BY_SERIES;
import static goku.root.routing.ReplicaCluster.HASTY;
import static goku.root.routing.ReplicaCluster.HOSTS;
import static goku.root.routing.ReplicaCluster.MEASURING;
import static goku.root.routing.ReplicaCluster.PATIENT;
import static goku.root.routing.ReplicaCluster.SHARDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.eventloop.EventLoop;
import goku.query.control.QueryControl;
import goku.query.control.QueryStoppedException;
import goku.query.partial.PartialStream;
import goku.root.routing.FakeNode.Fault;
import goku.root.routing.ReplicaCluster.Answer;
import goku.root.routing.delay.HedgeDelays.Operation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HedgedCallTest {
  private static final Duration SOME = Duration.ofMillis(7);

  /// The number of latencies from which a hedge delay is measured.
  private static final int MIN_SAMPLES = 20;

  private final ReplicaCluster cluster = new ReplicaCluster();
  private final FakeNode near = cluster.node("near", "a");
  private final FakeNode far = cluster.node("far", "b");

  @AfterEach
  void close() {
    cluster.close();
  }

  private double attempts(String outcome) {
    return cluster.count("goku.root.routing.attempts", "outcome", outcome);
  }

  private static Duration delay(StoreRouting routing, Operation operation) {
    return Duration.ofNanos(routing.hedgeDelays.delayNanos(operation));
  }

  private static void read(PartialStream stream, int groups) throws InterruptedException {
    for (int i = 0; i < groups; i++) {
      assertThat(stream.next()).isNotNull();
    }
  }

  private static void awaitIdle(FakeNode node) {
    await().until(() -> node.running.get() == 0);
  }

  @Test
  void cancelledCallToASilentPrimaryIsLost() throws Exception {
    near.is(Fault.blocks(0));
    ReplicaRouter router = cluster.router(PATIENT);
    var started = new CompletableFuture<QueryControl>();
    var call =
        CallThread.start(
            () -> {
              try (QueryControl control = cluster.control()) {
                started.complete(control);
                router.query(SHARDS, BY_HOST, control).close();
                return null;
              }
            });
    await().until(() -> !near.calls.isEmpty());
    started.join().cancel("was cancelled");
    assertThatThrownBy(call::result)
        .cause()
        .isInstanceOfAny(QueryStoppedException.class, InterruptedException.class);
    assertThat(attempts("lost")).isOne();
    assertThat(attempts("answered")).isZero();
  }

  @Test
  void queryIsStoppedAtItsDeadlineWhileNodesAreSilent() {
    near.is(Fault.blocks(0));
    ReplicaRouter router = cluster.router(PATIENT);
    try (QueryControl control = cluster.control(1000, Duration.ZERO)) {
      assertThatThrownBy(() -> router.query(SHARDS, BY_HOST, control).close())
          .isInstanceOf(QueryStoppedException.class)
          .hasMessageContaining("took longer than 0 s");
    }
    assertThat(near.running).hasValue(0);
  }

  @Test
  void cancelledQueryReturnsNoBufferedGroup() throws Exception {
    try (QueryControl control = cluster.control();
        PartialStream stream = cluster.router(PATIENT).query(SHARDS, BY_HOST, control)) {
      awaitIdle(near);
      control.cancel("was cancelled");
      assertThat(Thread.interrupted()).isTrue();
      assertThatThrownBy(stream::next)
          .isInstanceOf(QueryStoppedException.class)
          .hasMessageContaining("was cancelled");
    }
  }

  @Test
  void timeToTheHeaderOfThePrimaryIsRecorded() throws Exception {
    cluster.stopTime();
    near.whenAsked = () -> cluster.pass(SOME);
    StoreRouting routing = cluster.routing(MEASURING);
    for (int i = 0; i < MIN_SAMPLES; i++) {
      cluster.answer(new ReplicaRouter(routing));
    }
    assertThat(delay(routing, Operation.HEADER)).isEqualTo(SOME);
  }

  @Test
  void timeToTheHeaderOfAFallbackIsRecordedOnce() throws Exception {
    cluster.stopTime();
    near.is(Fault.dies(0));
    far.whenAsked = () -> cluster.pass(SOME);
    StoreRouting routing = cluster.routing(MEASURING);
    for (int i = 1; i < MIN_SAMPLES; i++) {
      cluster.answer(new ReplicaRouter(routing));
      cluster.clock.advance(Duration.ofMinutes(1)); // closes the circuit breaker
    }
    assertThat(near.calls).hasSize(MIN_SAMPLES - 1);
    assertThat(delay(routing, Operation.HEADER)).isEqualTo(MEASURING.hedgeMaxDelay());
  }

  @Test
  void waitForAGroupOfThePrimaryIsRecorded() throws Exception {
    cluster.stopTime();
    StoreRouting routing = cluster.routing(MEASURING);
    Thread reader = Thread.currentThread();
    var opened = new AtomicBoolean();
    near.is(
        Fault.does(
            1,
            _ -> {
              while (!opened.get() || reader.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
              }
              cluster.pass(SOME);
            }));
    for (int i = 0; i < MIN_SAMPLES; i++) {
      opened.set(false);
      try (QueryControl control = cluster.control();
          PartialStream stream = new ReplicaRouter(routing).query(SHARDS, BY_HOST, control)) {
        opened.set(true);
        assertThat(ReplicaCluster.rest(stream)).hasSize(HOSTS);
      }
    }
    assertThat(delay(routing, Operation.GROUP)).isEqualTo(SOME);
  }

  @Test
  void groupThatWasReadyIsNotRecorded() throws Exception {
    cluster.stopTime();
    cluster.tick(Duration.ofNanos(1));
    StoreRouting routing = cluster.routing(MEASURING);
    try (QueryControl control = cluster.control();
        PartialStream stream = new ReplicaRouter(routing).query(SHARDS, BY_HOST, control)) {
      awaitIdle(near);
      assertThat(ReplicaCluster.rest(stream)).hasSize(HOSTS);
    }
    assertThat(delay(routing, Operation.GROUP)).isEqualTo(MEASURING.hedgeMaxDelay());
  }

  @Test
  void originsAreTheNodesWhoseGroupsWereTaken() throws Exception {
    near.is(Fault.dies(5));
    try (QueryControl control = cluster.control();
        PartialStream stream = cluster.router(PATIENT).query(SHARDS, BY_HOST, control)) {
      assertThat(stream.origins()).containsExactly("near");
      assertThat(ReplicaCluster.rest(stream)).hasSize(HOSTS);
      assertThat(stream.origins()).containsExactly("far", "near");
    }
  }

  @Test
  void estimateOfAPageIsThatOfTheNode() throws Exception {
    near.pageDatapoints = 9;
    try (QueryControl control = cluster.control();
        PartialStream stream = cluster.router(PATIENT).query(SHARDS, BY_HOST, control)) {
      assertThat(stream.pageDatapoints()).isEqualTo(9);
    }
  }

  @Test
  void moreGroupsThanAnAttemptReadsAheadAllArrive() throws Exception {
    try (QueryControl control = cluster.control();
        PartialStream stream = cluster.router(PATIENT).query(SHARDS, BY_SERIES, control)) {
      assertThat(stream.next()).isNotNull();
      read(stream, SHARDS.size() * HOSTS - 1);
      assertThat(stream.next()).isNull();
    }
  }

  @Test
  void closeEndsTheCallToThePrimary() throws Exception {
    near.is(Fault.blocks(10));
    try (QueryControl control = cluster.control()) {
      PartialStream stream = cluster.router(PATIENT).query(SHARDS, BY_HOST, control);
      read(stream, 5);
      stream.close();
      assertThat(near.running).hasValue(0);
      assertThat(attempts("answered")).isOne();
      assertThat(attempts("lost")).isZero();
    }
  }

  @Test
  void closeEndsTheCallToTheFallback() throws Exception {
    near.is(Fault.blocks(0));
    far.is(Fault.blocks(10));
    try (QueryControl control = cluster.control()) {
      PartialStream stream = cluster.router(HASTY).query(SHARDS, BY_HOST, control);
      read(stream, 5);
      stream.close();
      assertThat(near.running).hasValue(0);
      assertThat(far.running).hasValue(0);
    }
  }

  @Test
  void closeWaitsForTheEndOfACall() throws Exception {
    Fault hung = Fault.hangs(1);
    near.is(hung);
    var call =
        CallThread.start(
            () -> {
              try (QueryControl control = cluster.control()) {
                cluster.router(PATIENT).query(SHARDS, BY_HOST, control).close();
                return near.running.get();
              }
            });
    call.awaitState(Thread.State.WAITING);
    hung.released().countDown();
    assertThat(call.result()).isZero();
  }

  @Test
  void closeOfAHedgedCallCancelsItself() {
    near.is(Fault.blocks(0));
    StoreRouting routing = cluster.routing(PATIENT);
    try (QueryControl control = cluster.control()) {
      var call =
          new HedgedCall(
              routing,
              ReplicaCluster.firstGroup(routing),
              BY_HOST,
              ReplicaCluster.requirements(routing),
              control);
      call.start();
      await().until(() -> !near.calls.isEmpty());
      call.close();
    }
    assertThat(near.running).hasValue(0);
  }

  @Test
  void closeCancelsAllCallsBeforeItWaitsForTheFirst() throws Exception {
    try (var halves = new ReplicaCluster()) {
      FakeNode left = halves.node("left", "a", SHARDS.get(0), SHARDS.get(1));
      FakeNode right = halves.node("right", "a", SHARDS.get(2), SHARDS.get(3));
      Fault hung = Fault.hangs(1);
      left.is(hung);
      right.is(Fault.blocks(1));
      right.whenClosed = hung.released()::countDown;
      try (QueryControl control = halves.control()) {
        halves.router(PATIENT).query(SHARDS, BY_HOST, control).close();
      }
      assertThat(left.running).hasValue(0);
      assertThat(right.running).hasValue(0);
    }
  }

  @Test
  void abandonedCallEndsWhileTheStreamIsRead() throws Exception {
    near.is(Fault.blocks(0));
    far.whenAsked = cluster::stopTime;
    try (QueryControl control = cluster.control();
        PartialStream stream = cluster.router(HASTY).query(SHARDS, BY_HOST, control)) {
      awaitIdle(near);
      assertThat(ReplicaCluster.rest(stream)).hasSize(HOSTS);
    }
  }

  @Test
  void laggingAnswerIsTakenExactlyAtTheEndOfTheGrace() throws Exception {
    cluster.stopTime();
    near.lagMillis = 6000;
    far.is(Fault.blocks(0));
    var call = CallThread.start(() -> cluster.answer(cluster.router(HASTY)));
    await().until(() -> !far.calls.isEmpty());
    call.awaitState(Thread.State.TIMED_WAITING);
    cluster.pass(HASTY.hedgeMaxDelay());
    assertThat(call.result().lagMillis()).isEqualTo(6000);
  }

  @Test
  void betterAnswerIsTakenUntilTheEndOfTheGrace() throws Exception {
    cluster.stopTime();
    near.lagMillis = 6000;
    Fault slow = Fault.blocks(0);
    far.is(slow);
    var call = CallThread.start(() -> cluster.answer(cluster.router(HASTY)));
    await().until(() -> !far.calls.isEmpty());
    call.awaitState(Thread.State.TIMED_WAITING);
    cluster.pass(HASTY.hedgeMaxDelay().minusNanos(1));
    slow.released().countDown();
    assertThat(call.result()).isEqualTo(cluster.whole());
  }

  @Test
  void answerThatLacksAShardWaitsForThePrimaryBeyondTheGrace() throws Exception {
    cluster.stopTime();
    cluster.tick(HASTY.hedgeMaxDelay().multipliedBy(2));
    Fault silent = Fault.blocks(0);
    near.is(silent);
    far.lacking.add(SHARDS.get(3));
    var call = CallThread.start(() -> cluster.answer(cluster.router(HASTY)));
    await().until(() -> far.calls.size() == 1 + SHARDS.size()); // all shards, then each of them
    awaitIdle(far);
    call.awaitState(Thread.State.TIMED_WAITING);
    silent.released().countDown();
    Answer answer = call.result();
    assertThat(answer.missing()).isEmpty();
    assertThat(answer.groups()).isEqualTo(cluster.whole().groups());
  }

  @Test
  void primaryIsPreferredToAFallbackWithAnEqualAnswer() throws Exception {
    near.lagMillis = 6000;
    far.lagMillis = 6000;
    assertThat(cluster.answer(cluster.router(PATIENT)).lagMillis()).isEqualTo(6000);
    assertThat(far.calls).hasSize(1);
    assertThat(attempts("lost")).isZero();
    assertThat(cluster.count("goku.root.routing.failovers")).isOne();
  }

  @Test
  void waitForAGroupLeavesTheEventLoop() throws Exception {
    near.is(Fault.blocks(1));
    try (QueryControl control = cluster.control();
        PartialStream stream = cluster.router(PATIENT).query(SHARDS, BY_HOST, control)) {
      assertThat(EventLoop.tryRun(() -> next(stream))).isFalse();
    }
  }

  private static void next(PartialStream stream) {
    try {
      stream.next();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
