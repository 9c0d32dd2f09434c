package goku.root.routing;

import static goku.root.routing.ReplicaCluster.PATIENT;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.ShardId;
import goku.model.Store;
import goku.root.routing.choice.Share;
import goku.rpc.NodeUnavailableException;
import goku.rpc.Replica;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.testkit.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The rules by which a slow call may be hedged.
class StoreRoutingTest {
  private static final ShardId SHARD = new ShardId("ns1", 0);

  /// The hedges that the budget of an idle root allows at once.
  private static final int BURST = 10;

  private final StoreRouting routing =
      new StoreRouting(
          Store.SHORT_TERM,
          shard -> List.of(replica("first"), replica("second")),
          replica -> {
            throw new IllegalStateException("nobody calls");
          },
          "a",
          PATIENT,
          new SimpleMeterRegistry(),
          new ManualClock(Instant.EPOCH),
          () -> 0); // time stands: the budget does not grow

  private static Replica replica(String node) {
    return new Replica(
        node, "a", node + ":1", new ShardHealth(SHARD, ShardState.SERVING, 0, Long.MIN_VALUE));
  }

  /// The only share of a call, which is of the node that is asked first.
  private Share share() {
    return Share.of(routing.rank(List.of(SHARD), routing.requirements(0))).getFirst();
  }

  private void spend(Share share) {
    for (int i = 0; i < BURST; i++) {
      assertThat(routing.mayHedge(share)).isTrue();
    }
  }

  private void fails(Share share) {
    routing.failed(
        share, new NodeUnavailableException(share.node() + ":1", "cannot be reached", null));
  }

  @Test
  void aCallToAHealthyNodeMayBeHedgedWithinTheBudget() {
    Share share = share();
    spend(share);
    assertThat(routing.mayHedge(share)).isFalse();
  }

  @Test
  void aCallToASuspectNodeMayBeHedgedBeyondTheBudget() {
    Share share = share();
    spend(share);
    fails(share);
    assertThat(routing.mayHedge(share)).isTrue();
  }

  @Test
  void aCallToASuspectNodeIsHedgedWithinTheBudgetIfAllOthersAreSuspectToo() {
    Share share = share();
    spend(share);
    fails(share);
    Share other = new Share(replica(other(share)), share.rankings());
    fails(other);
    assertThat(routing.mayHedge(share)).isFalse();
  }

  private static String other(Share share) {
    return share.node().equals("first") ? "second" : "first";
  }
}
