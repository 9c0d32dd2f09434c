package goku.root.routing;

import static goku.root.routing.ReplicaCluster.HASTY;
import static goku.root.routing.ReplicaCluster.HOSTS;
import static goku.root.routing.ReplicaCluster.SHARDS;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.ShardId;
import goku.root.routing.FakeNode.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// Tests with random failures: as long as each shard has one good replica, answers are unaffected.
class RoutingPropertyTest {
  @Property(tries = 150)
  void theAnswerIsThatOfOneNodeWithAllShards(@ForAll long seed) throws Exception {
    var random = new Random(seed);
    try (var cluster = new ReplicaCluster()) {
      List<FakeNode> nodes = build(cluster, random);
      ReplicaRouter router = cluster.router(HASTY);
      for (int i = 0; i < 2; i++) {
        assertThat(cluster.answer(router)).isEqualTo(cluster.whole());
        assertThat(cluster.memory.heldBytes()).isZero();
        assertThat(nodes).allSatisfy(node -> assertThat(node.running).hasValue(0));
      }
    }
  }

  /// Builds one to four nodes. One node is good, and every shard has a replica on a good node.
  private static List<FakeNode> build(ReplicaCluster cluster, Random random) {
    int count = 1 + random.nextInt(4);
    int good = random.nextInt(count);
    List<Integer> sound = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (i == good || random.nextInt(3) == 0) {
        sound.add(i);
      }
    }
    List<List<ShardId>> held = new ArrayList<>();
    List<List<ShardId>> lacking = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      held.add(new ArrayList<>());
      lacking.add(new ArrayList<>());
    }
    for (ShardId shard : SHARDS) {
      int keeper = sound.get(random.nextInt(sound.size()));
      for (int i = 0; i < count; i++) {
        if (i == keeper || random.nextInt(3) > 0) {
          held.get(i).add(shard);
          if (i != keeper && random.nextInt(4) == 0) {
            lacking.get(i).add(shard);
          }
        }
      }
    }
    List<FakeNode> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (!held.get(i).isEmpty()) {
        String zone = random.nextBoolean() ? "a" : "b";
        FakeNode node = cluster.node("n" + i, zone, held.get(i).toArray(ShardId[]::new));
        node.lacking.addAll(lacking.get(i));
        int before = random.nextInt(HOSTS + 2);
        if (!sound.contains(i)) {
          node.is(random.nextBoolean() ? Fault.dies(before) : Fault.blocks(before));
        }
        nodes.add(node);
      }
    }
    return nodes;
  }
}
