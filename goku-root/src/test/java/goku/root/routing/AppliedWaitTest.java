package goku.root.routing;

import static goku.root.routing.ReplicaCluster.PATIENT;
import static goku.root.routing.ReplicaCluster.SHARDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.HoleCause;
import goku.model.Holes;
import goku.root.routing.FakeNode.Fault;
import goku.rpc.ShardState;
import goku.rpc.ShardUnavailableException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AppliedWaitTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final ReplicaCluster cluster = new ReplicaCluster();
  private final FakeNode near = cluster.node("near", "a");

  @AfterEach
  void close() {
    cluster.close();
  }

  private boolean isApplied() throws InterruptedException {
    return cluster.router(PATIENT).awaitApplied(SHARDS.get(0), 5, LONG);
  }

  @Test
  void onlyReplicaDecides() throws Exception {
    assertThat(isApplied()).isTrue();
    near.appliesAfter = LONG.plusMillis(1);
    assertThat(isApplied()).isFalse();
  }

  @Test
  void recoveringReplicaIsAskedWhileNoneServes() throws Exception {
    FakeNode far = cluster.node("far", "b");
    cluster.says("far", ShardState.RECOVERING, 0, Holes.before(Long.MAX_VALUE, HoleCause.RECOVERY));
    assertThat(isApplied()).isTrue();
    assertThat(far.calls).isEmpty();
    cluster.says("near", ShardState.UNAVAILABLE, 0, Holes.NONE);
    assertThat(isApplied()).isTrue();
    assertThat(far.calls).hasSize(1);
    assertThat(near.calls).hasSize(1);
  }

  @Test
  void shardWithoutAReplicaThatFollowsItsLogIsUnavailable() {
    cluster.says("near", ShardState.UNAVAILABLE, 0, Holes.NONE);
    assertThatThrownBy(this::isApplied)
        .isInstanceOf(ShardUnavailableException.class)
        .hasMessageContaining("ns1/0");
  }

  @Test
  void onlyReplicaIsCalledByTheThreadOfTheCaller() throws Exception {
    assertThat(isApplied()).isTrue();
    assertThat(near.caller).isSameAs(Thread.currentThread());
  }

  @Test
  void replicaThatAppliesWithinTheTimeoutIsWaitedFor() throws Exception {
    FakeNode far = cluster.node("far", "b");
    Fault slow = Fault.blocks(0);
    far.is(slow);
    var call = CallThread.start(this::isApplied);
    call.awaitState(Thread.State.TIMED_WAITING);
    slow.released().countDown();
    assertThat(call.result()).isTrue();
  }

  @Test
  void failureThatIsNotOfTheNodeIsGivenToTheCaller() {
    cluster.node("far", "b").is(Fault.fails(0, new IllegalArgumentException("wrong")));
    assertThatThrownBy(this::isApplied)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("wrong");
  }
}
