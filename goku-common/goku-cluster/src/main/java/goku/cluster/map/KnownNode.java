package goku.cluster.map;

import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What the spectator knows of a node: what it said last, and when. Belongs to one lock.
final class KnownNode {
  private ClusterNode node;
  private List<ShardHealth> shards;
  private long answeredAtMillis;
  private boolean answers;

  /// A node that was not asked yet.
  KnownNode(ClusterNode node) {
    this(node, List.of(), 0);
  }

  /// A node of which the shards were known at some time.
  KnownNode(ClusterNode node, List<ShardHealth> shards, long answeredAtMillis) {
    this.node = node;
    this.shards = shards;
    this.answeredAtMillis = answeredAtMillis;
    this.answers = !shards.isEmpty();
  }

  ClusterNode node() {
    return node;
  }

  boolean answers() {
    return answers;
  }

  /// The node is there, perhaps in another place than before.
  void seen(ClusterNode now) {
    node = now;
  }

  void answered(List<ShardHealth> health, long nowMillis) {
    shards =
        health.stream()
            .sorted(
                Comparator.comparing((ShardHealth one) -> one.shard().namespace())
                    .thenComparingInt(one -> one.shard().shard()))
            .toList();
    answeredAtMillis = nowMillis;
    answers = true;
  }

  void failed() {
    answers = false;
  }

  /// How its shards are by all that is known. Those of a node that does not answer are unavailable,
  /// and their lag grows by the time since it did.
  List<ShardHealth> shardsAt(long nowMillis) {
    if (answers) {
      return shards;
    }
    long silence = Math.max(0, nowMillis - answeredAtMillis);
    List<ShardHealth> all = new ArrayList<>();
    for (ShardHealth last : shards) {
      all.add(
          new ShardHealth(
              last.shard(),
              ShardState.UNAVAILABLE,
              last.lagMillis() + silence,
              last.completeFromMillis()));
    }
    return all;
  }
}
