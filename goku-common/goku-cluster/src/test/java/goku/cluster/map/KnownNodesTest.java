package goku.cluster.map;

import static goku.cluster.ServiceRole.SHORT;
import static goku.model.Store.LONG_TERM;
import static goku.model.Store.SHORT_TERM;
import static org.assertj.core.api.Assertions.assertThat;

import goku.cluster.ServiceRole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.ShardId;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KnownNodesTest {
  private static final ClusterNode S1 = new ClusterNode(SHORT, "s1", "a", "h1:1");
  private static final ClusterNode S2 = new ClusterNode(SHORT, "s2", "b", "h2:1");
  private static final ShardHealth SERVING =
      new ShardHealth(new ShardId("ns1", 0), ShardState.SERVING, 100, Holes.NONE);

  private final KnownNodes known = new KnownNodes();

  @Test
  void shardsAreThoseOfTheLastAnswers() {
    known.seen(SHORT, List.of(S2, S1));
    known.answered(S1, List.of(SERVING), 1000);
    known.answered(S2, List.of(SERVING), 1000);
    assertThat(known.shards(SHORT_TERM, 9000))
        .isEqualTo(
            Map.of(
                "ns1",
                List.of(
                    new NodeShards(S1, List.of(SERVING)), new NodeShards(S2, List.of(SERVING)))));
    assertThat(known.shards(LONG_TERM, 9000)).isEmpty();
  }

  @Test
  void aNodeThatDoesNotAnswerKeepsItsShardsUnavailableWithGrowingLag() {
    known.seen(SHORT, List.of(S1));
    known.answered(S1, List.of(SERVING), 1000);
    known.failed(S1);
    assertThat(lagAt(1500)).isEqualTo(600);
    assertThat(lagAt(61_000)).isEqualTo(60_100);
    assertThat(known.status()).containsExactly(new NodeStatus(S1, false));
    known.answered(S1, List.of(SERVING), 70_000);
    assertThat(lagAt(70_500)).isEqualTo(100);
  }

  @Test
  void aNodeIsSilentFromAFailedPollToTheNextAnswer() {
    known.seen(SHORT, List.of(S1, S2));
    assertThat(known.silent()).as("not polled yet").isEmpty();
    known.failed(S1);
    known.answered(S2, List.of(), 1000);
    assertThat(known.silent()).containsExactly(S1);
    known.answered(S1, List.of(), 2000);
    assertThat(known.silent()).isEmpty();
  }

  @Test
  void aNodeThatLostItsSessionAndAnswersStays() {
    known.seen(SHORT, List.of(S1));
    known.answered(S1, List.of(SERVING), 1000);
    known.seen(SHORT, List.of());
    assertThat(known.all()).containsExactly(S1);
    known.failed(S1);
    assertThat(known.all()).isEmpty();
  }

  @Test
  void aLivingNodeReplacesTheFormerOneAtItsAddress() {
    known.seen(SHORT, List.of(S1));
    var replacement = new ClusterNode(SHORT, "s9", "a", S1.address());
    known.seen(SHORT, List.of(replacement));
    assertThat(known.all()).containsExactly(replacement);
  }

  @Test
  void anAnswerThatArrivesAfterTheNodeMovedIsIgnored() {
    known.seen(SHORT, List.of(S1));
    known.seen(SHORT, List.of(new ClusterNode(SHORT, "s1", "a", "elsewhere:1")));
    known.answered(S1, List.of(SERVING), 1000);
    assertThat(known.shards(SHORT_TERM, 2000)).isEmpty();
  }

  @Test
  void nodesOfTwoServicesMayHaveTheSameName() {
    known.seen(SHORT, List.of(S1));
    known.seen(ServiceRole.LONG, List.of(new ClusterNode(ServiceRole.LONG, "s1", "a", "h3:1")));
    assertThat(known.status()).hasSize(2);
  }

  @Test
  void thePublishedStateIsKnownUntilTheNodeAnswers() {
    var recovering =
        new ShardHealth(
            new ShardId("ns2", 1), ShardState.RECOVERING, 5, Holes.before(77, HoleCause.RECOVERY));
    known.remember(List.of(new NodeShards(S1, List.of(SERVING))), 1000);
    known.remember(List.of(new NodeShards(S1, List.of(recovering))), 1000);
    known.seen(SHORT, List.of(S1));
    assertThat(known.shards(SHORT_TERM, 1000)).containsOnlyKeys("ns1", "ns2");
    known.failed(S1);
    assertThat(lagAt(3000)).isEqualTo(2100);
    known.answered(S1, List.of(SERVING), 4000);
    assertThat(known.shards(SHORT_TERM, 4000).getOrDefault("ns2", List.of()))
        .as("the last statement about a shard that no node has")
        .singleElement()
        .satisfies(
            node ->
                assertThat(node.shards())
                    .extracting(ShardHealth::state)
                    .containsExactly(ShardState.UNAVAILABLE));
  }

  @Test
  void theLastStatementAboutAShardStaysUntilAReplicaIsAvailable() {
    Holes kept = Holes.before(77, HoleCause.NOT_KEPT);
    var stated = new ShardHealth(SERVING.shard(), ShardState.SERVING, 5, kept);
    var left = new ShardHealth(SERVING.shard(), ShardState.UNAVAILABLE, 5, kept);
    known.seen(SHORT, List.of(S1, S2));
    known.answered(S1, List.of(stated), 1000);
    known.seen(SHORT, List.of(S2));
    known.failed(S1);
    known.answered(S2, List.of(), 2000);
    assertThat(known.all()).containsExactly(S2);
    assertThat(known.shards(SHORT_TERM, 3000))
        .isEqualTo(Map.of("ns1", List.of(new NodeShards(S1, List.of(left)))));
    known.answered(S2, List.of(SERVING), 4000);
    assertThat(known.shards(SHORT_TERM, 4000))
        .isEqualTo(Map.of("ns1", List.of(new NodeShards(S2, List.of(SERVING)))));
  }

  @Test
  void theLastStatementOfANodeThatStartsAgainStays() {
    known.seen(SHORT, List.of(S1));
    known.answered(S1, List.of(SERVING), 1000);
    known.answered(S1, List.of(), 2000);
    assertThat(known.shards(SHORT_TERM, 3000).getOrDefault("ns1", List.of()))
        .singleElement()
        .satisfies(node -> assertThat(node.node()).isEqualTo(S1));
  }

  @Test
  void thePublishedStatementOfANodeThatIsGoneStays() {
    known.remember(List.of(new NodeShards(S1, List.of(SERVING))), 1000);
    known.failed(S1);
    assertThat(known.all()).isEmpty();
    assertThat(known.shards(SHORT_TERM, 2000)).containsOnlyKeys("ns1");
    known.keepOnly(Set.of("ns2"));
    assertThat(known.shards(SHORT_TERM, 2000)).as("the namespace was removed").isEmpty();
  }

  @Test
  void nothingIsStatedForGokuLByANodeThatIsGone() {
    var node = new ClusterNode(ServiceRole.LONG, "l1", "a", "h3:1");
    known.seen(ServiceRole.LONG, List.of(node));
    known.answered(node, List.of(SERVING), 1000);
    known.seen(ServiceRole.LONG, List.of());
    known.failed(node);
    assertThat(known.shards(LONG_TERM, 2000)).isEmpty();
  }

  @Test
  void lagsOfOneStepMakeNoDifference() {
    assertThat(List.of(0L, 999L, 1000L, 4999L, 5000L, 30_000L, 300_000L, 3_600_000L))
        .extracting(LagStep::of)
        .containsExactly(0, 0, 1, 1, 2, 3, 4, 5);
  }

  private long lagAt(long nowMillis) {
    List<NodeShards> nodes = known.shards(SHORT_TERM, nowMillis).getOrDefault("ns1", List.of());
    return nodes.getFirst().shards().getFirst().lagMillis();
  }
}
