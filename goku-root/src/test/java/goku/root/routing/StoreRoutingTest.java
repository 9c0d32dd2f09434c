package goku.root.routing;

import static goku.root.routing.ReplicaCluster.PATIENT;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Holes;
import goku.model.ShardId;
import goku.model.Store;
import goku.model.TimeRange;
import goku.root.routing.choice.ShardGroup;
import goku.rpc.NodeUnavailableException;
import goku.rpc.Replica;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.testkit.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests of the rules that allow a slow call to be hedged.
class StoreRoutingTest {
  private static final ShardId SHARD = new ShardId("ns1", 0);

  /// The number of hedges that the budget of an idle root allows at once.
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
          () -> 0); // the clock stands still, so the budget does not grow

  private static Replica replica(String node) {
    return new Replica(
        node, "a", node + ":1", new ShardHealth(SHARD, ShardState.SERVING, 0, Holes.NONE));
  }

  /// Returns the only shard group, whose primary is the node called first.
  private ShardGroup shardGroup() {
    return ShardGroup.of(routing.rank(List.of(SHARD), routing.requirements(new TimeRange(0, 100))))
        .getFirst();
  }

  private void spend(ShardGroup shardGroup) {
    for (int i = 0; i < BURST; i++) {
      assertThat(routing.mayHedge(shardGroup)).isTrue();
    }
  }

  private void fails(ShardGroup shardGroup) {
    routing.failed(
        shardGroup,
        new NodeUnavailableException(shardGroup.node() + ":1", "cannot be reached", null));
  }

  @Test
  void aCallToAHealthyNodeMayBeHedgedWithinTheBudget() {
    ShardGroup shardGroup = shardGroup();
    spend(shardGroup);
    assertThat(routing.mayHedge(shardGroup)).isFalse();
  }

  @Test
  void aCallToASuspectNodeMayBeHedgedBeyondTheBudget() {
    ShardGroup shardGroup = shardGroup();
    spend(shardGroup);
    fails(shardGroup);
    assertThat(routing.mayHedge(shardGroup)).isTrue();
  }

  @Test
  void aCallToASuspectNodeIsHedgedWithinTheBudgetIfAllOthersAreSuspectToo() {
    ShardGroup shardGroup = shardGroup();
    spend(shardGroup);
    fails(shardGroup);
    ShardGroup other = new ShardGroup(replica(other(shardGroup)), shardGroup.rankings());
    fails(other);
    assertThat(routing.mayHedge(shardGroup)).isFalse();
  }

  private static String other(ShardGroup shardGroup) {
    return shardGroup.node().equals("first") ? "second" : "first";
  }
}
