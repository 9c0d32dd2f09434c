package goku.root.routing;

import static goku.root.routing.ReplicaCluster.BY_HOST;
import static goku.root.routing.ReplicaCluster.HASTY;
import static goku.root.routing.ReplicaCluster.PATIENT;
import static goku.root.routing.ReplicaCluster.SHARDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.query.control.QueryControl;
import goku.query.control.QueryStoppedException;
import goku.query.partial.PartialStream;
import goku.root.routing.FakeNode.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HedgingTest {
  private final ReplicaCluster cluster = new ReplicaCluster();
  private final FakeNode near = cluster.node("near", "a");
  private final FakeNode far = cluster.node("far", "b");

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void aNodeThatDoesNotAnswerCostsTheDelayOnly() throws Exception {
    near.is(Fault.blocks(0));
    far.whenAsked = cluster::stopTime;
    assertThat(cluster.answer(cluster.router(HASTY))).isEqualTo(cluster.whole());
    assertThat(cluster.count("goku.root.routing.hedges")).isEqualTo(1);
    assertThat(cluster.count("goku.root.routing.attempts", "outcome", "lost")).isEqualTo(1);
  }

  @Test
  void aNodeThatFallsSilentInTheMiddleIsOvertaken() throws Exception {
    near.is(Fault.blocks(20));
    assertThat(cluster.answer(cluster.router(HASTY))).isEqualTo(cluster.whole());
  }

  @Test
  void noOtherNodeIsAskedBeforeTheDelay() throws Exception {
    assertThat(cluster.answer(cluster.router(PATIENT))).isEqualTo(cluster.whole());
    assertThat(far.calls).isEmpty();
  }

  @Test
  void aRepeatedlySilentNodeIsNotCalledFirst() throws Exception {
    near.is(Fault.blocks(0));
    ReplicaRouter router = cluster.router(HASTY);
    for (int i = 0; i < 3; i++) {
      cluster.answer(router);
    }
    near.calls.clear();
    cluster.stopTime();
    assertThat(cluster.answer(router)).isEqualTo(cluster.whole());
    assertThat(near.calls).isEmpty();
  }

  @Test
  void anOvertakenNodeIsCalledAgainIfTheOtherDies() throws Exception {
    Fault blocked = Fault.blocks(20);
    near.is(blocked);
    ReplicaRouter router = cluster.router(HASTY);
    List<String> groups = new ArrayList<>();
    try (QueryControl control = cluster.control();
        PartialStream stream = router.query(SHARDS, BY_HOST, control)) {
      far.is(Fault.dies(30));
      for (int i = 0; i < 20; i++) {
        groups.add(Objects.requireNonNull(ReplicaCluster.next(stream)));
      }
      near.is(Fault.NONE);
      groups.addAll(ReplicaCluster.rest(stream));
      assertThat(groups).isEqualTo(cluster.whole().groups());
      assertThat(control.series()).isEqualTo(cluster.whole().series());
    }
  }

  @Test
  void nothingRunsAndNoMemoryIsHeldWhenTheStreamIsClosed() throws Exception {
    near.is(Fault.blocks(10));
    try (QueryControl control = cluster.control()) {
      PartialStream stream = cluster.router(HASTY).query(SHARDS, BY_HOST, control);
      for (int i = 0; i < 12; i++) {
        stream.next();
      }
      stream.close();
      assertThat(near.running).hasValue(0);
      assertThat(far.running).hasValue(0);
      assertThat(control.heldBytes()).isZero();
    }
    assertThat(cluster.memory.heldBytes()).isZero();
  }

  @Test
  void cancellingTheQueryEndsAllAttempts() throws Exception {
    near.is(Fault.blocks(0));
    far.is(Fault.blocks(0));
    ReplicaRouter router = cluster.router(HASTY);
    var started = new CompletableFuture<QueryControl>();
    var query =
        new FutureTask<>(
            () -> {
              try (QueryControl control = cluster.control()) {
                started.complete(control);
                router.query(SHARDS, BY_HOST, control).close();
                return null;
              }
            });
    Thread.ofVirtual().start(query);
    started.join().cancel("was cancelled");
    assertThatThrownBy(query::get)
        .cause()
        .isInstanceOfAny(QueryStoppedException.class, InterruptedException.class);
    assertThat(near.running).hasValue(0);
    assertThat(far.running).hasValue(0);
  }
}
