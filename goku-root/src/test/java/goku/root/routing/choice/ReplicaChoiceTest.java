package goku.root.routing.choice;

import static goku.rpc.ShardState.RECOVERING;
import static goku.rpc.ShardState.SERVING;
import static goku.rpc.ShardState.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.ShardId;
import goku.model.TimeRange;
import goku.rpc.Replica;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.testkit.ManualClock;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicaChoiceTest {
  private static final long WHOLE = Long.MIN_VALUE;
  private static final ShardId SHARD = new ShardId("ns1", 0);
  private static final ReadRequirements REQUIREMENTS =
      new ReadRequirements(new TimeRange(1_000_000, 2_000_000), 5000);

  private final CircuitBreakers breakers = new CircuitBreakers(new ManualClock(Instant.EPOCH));
  private final ReplicaChoice choice = new ReplicaChoice("a", breakers);

  @Test
  void servingReplicasPrecedeRecoveringAndUnavailableOnes() {
    assertThat(
            order(
                replica("down", "a", UNAVAILABLE, 0, WHOLE),
                replica("recovers", "a", RECOVERING, 0, WHOLE),
                replica("serves", "b", SERVING, 0, WHOLE)))
        .containsExactly("serves", "recovers", "down");
  }

  @Test
  void caughtUpReplicasComeFirstAndThenTheFreshest() {
    assertThat(
            order(
                replica("far", "a", SERVING, 60_000, WHOLE),
                replica("near", "a", SERVING, 6000, WHOLE),
                replica("here", "b", SERVING, 5000, WHOLE)))
        .containsExactly("here", "near", "far");
  }

  @Test
  void aDrainedReplicaFollowsOthersThatAreAsComplete() {
    assertThat(
            order(
                replica("drained", "a", SERVING, 0, WHOLE).drained(),
                replica("other", "b", SERVING, 0, WHOLE)))
        .containsExactly("other", "drained");
    assertThat(
            order(
                replica("drained", "a", SERVING, 0, WHOLE).drained(),
                replica("lags", "b", SERVING, 6000, WHOLE),
                replica("recovers", "b", RECOVERING, 0, WHOLE)))
        .startsWith("drained");
  }

  @Test
  void aCaughtUpReplicaPrecedesACompleteOneThatLags() {
    assertThat(
            order(
                replica("complete", "a", RECOVERING, 6000, WHOLE),
                replica("current", "b", RECOVERING, 0, 1_000_001)))
        .containsExactly("current", "complete");
  }

  @Test
  void aReplicaWithTheLargestAllowedLagIsCaughtUp() {
    assertThat(
            order(
                replica("other", "b", SERVING, 0, WHOLE),
                replica("own", "a", SERVING, 5000, WHOLE)))
        .containsExactly("own", "other");
  }

  @Test
  void replicasThatAreCompleteForTheQueryComeFirst() {
    assertThat(
            order(
                replica("later", "a", RECOVERING, 0, 1_000_001),
                replica("whole", "b", RECOVERING, 0, 1_000_000)))
        .containsExactly("whole", "later");
  }

  @Test
  void replicasWithoutAHoleInTheRangeComeFirstAndThenThoseThatLackLess() {
    assertThat(
            order(
                holed("more", SERVING, 1_000_000, 1_000_100),
                holed("less", SERVING, 1_999_999, 3_000_000),
                holed("elsewhere", SERVING, 2_000_001, 3_000_000)))
        .containsExactly("elsewhere", "less", "more");
    assertThat(
            order(
                holed("lost", SERVING, 1_000_000, 1_000_100),
                replica("recovers", "b", RECOVERING, 0, 1_000_000)))
        .containsExactly("recovers", "lost");
  }

  private static Replica holed(String node, ShardState state, long start, long end) {
    var holes = Holes.of(new Hole(start, end, HoleCause.LOG_LOST));
    return new Replica(node, "a", node + ":1", new ShardHealth(SHARD, state, 0, holes));
  }

  @Test
  void equalReplicasOfTheOwnZoneComeFirst() {
    assertThat(
            order(
                replica("one", "b", SERVING, 0, WHOLE),
                replica("two", "a", SERVING, 4000, WHOLE),
                replica("three", "c", SERVING, 0, WHOLE)))
        .startsWith("two");
  }

  @Test
  void lagsThatAreAlmostEqualDoNotLeadOutOfTheZone() {
    assertThat(
            order(
                replica("other", "b", SERVING, 30_100, WHOLE),
                replica("own", "a", SERVING, 30_600, WHOLE)))
        .containsExactly("own", "other");
  }

  @Test
  void aRecentlyFailedNodeComesAfterOthersButBeforeUnavailableOnes() {
    breakers.failed("failed");
    assertThat(
            order(
                replica("failed", "a", SERVING, 0, WHOLE),
                replica("down", "a", UNAVAILABLE, 0, WHOLE),
                replica("recovers", "b", RECOVERING, 60_000, 2_000_000)))
        .containsExactly("recovers", "failed", "down");
  }

  @Test
  void shardsAreSpreadEvenlyOverEqualsAndAlwaysAlike() {
    int first = 0;
    for (int shard = 0; shard < 1000; shard++) {
      var id = new ShardId("ns1", shard);
      List<Replica> replicas =
          List.of(
              replica("long-0", "b", SERVING, 0, WHOLE), replica("long-1", "c", SERVING, 0, WHOLE));
      String node = choice.rank(id, replicas, REQUIREMENTS).primary().node();
      assertThat(choice.rank(id, replicas.reversed(), REQUIREMENTS).primary().node())
          .isEqualTo(node);
      first += node.equals("long-0") ? 1 : 0;
    }
    assertThat(first).isBetween(450, 550);
  }

  private List<String> order(Replica... replicas) {
    return choice.rank(SHARD, List.of(replicas), REQUIREMENTS).candidates().stream()
        .map(Candidate::node)
        .toList();
  }

  private static Replica replica(
      String node, String zone, ShardState state, long lagMillis, long completeFromMillis) {
    return new Replica(
        node,
        zone,
        node + ":1",
        new ShardHealth(
            SHARD, state, lagMillis, Holes.before(completeFromMillis, HoleCause.RECOVERY)));
  }
}
