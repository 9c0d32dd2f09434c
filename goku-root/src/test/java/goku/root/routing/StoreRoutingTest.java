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
import goku.rpc.ShardUnavailableException;
import goku.testkit.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tests of the rules for hedged calls and suspect nodes.
class StoreRoutingTest {
  private static final ShardId SHARD = new ShardId("ns1", 0);

  /// The number of hedges that the budget of an idle root allows at once.
  private static final int BURST = 10;

  private final FakeNode node = new FakeNode("any", _ -> Optional.empty());
  private final ManualClock clock = new ManualClock(Instant.EPOCH);
  private final StoreRouting routing =
      new StoreRouting(
          Store.SHORT_TERM,
          shard -> List.of(replica("first"), replica("second")),
          _ -> node,
          "a",
          PATIENT,
          new SimpleMeterRegistry(),
          clock,
          () -> 0); // the clock stands still, so the budget does not grow

  @AfterEach
  void close() {
    node.close();
  }

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

  @Test
  void theBudgetGrowsByATenthOfTheCalls() {
    ShardGroup shardGroup = shardGroup();
    spend(shardGroup);
    for (int i = 0; i < 11; i++) {
      routing.call(shardGroup.primary());
    }
    assertThat(routing.mayHedge(shardGroup)).isTrue();
    assertThat(routing.mayHedge(shardGroup)).isFalse();
  }

  @Test
  void aSuspectNodeIsProbedByOneCall() {
    ShardGroup shardGroup = shardGroup();
    fails(shardGroup);
    assertThat(shardGroup().node()).isEqualTo(other(shardGroup));
    clock.advance(Duration.ofSeconds(1));
    assertThat(shardGroup().node()).isEqualTo(shardGroup.node());
    routing.call(shardGroup.primary());
    assertThat(shardGroup().node()).isEqualTo(other(shardGroup));
  }

  @Test
  void aNodeThatLacksAShardIsNotSuspect() {
    ShardGroup shardGroup = shardGroup();
    routing.failed(shardGroup, new ShardUnavailableException(SHARD));
    assertThat(shardGroup().node()).isEqualTo(shardGroup.node());
  }

  @Test
  void theBudgetIsCheckedAgainAfterTheShortestDelay() {
    assertThat(routing.budgetRecheckNanos()).isEqualTo(PATIENT.hedgeMinDelay().toNanos());
  }

  @Test
  void theGraceForABetterAnswerIsTheLongestDelay() {
    assertThat(routing.graceNanos()).isEqualTo(PATIENT.hedgeMaxDelay().toNanos());
  }

  private static String other(ShardGroup shardGroup) {
    return shardGroup.node().equals("first") ? "second" : "first";
  }
}
