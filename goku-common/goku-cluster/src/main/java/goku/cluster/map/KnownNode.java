package goku.cluster.map;

import goku.rpc.ShardHealth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The spectator's knowledge of a node: its last answer and the time of it. Guarded by one lock.
final class KnownNode {
  private ClusterNode node;
  private List<ShardHealth> shards;
  private long answeredAtMillis;
  private boolean answers;
  private boolean failed;

  /// Creates a node that was not polled yet.
  KnownNode(ClusterNode node) {
    this(node, List.of(), 0);
  }

  /// Creates a node whose shards were known at some time.
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

  /// Returns whether the last poll had no answer. A node that was not polled yet is not silent.
  boolean isSilent() {
    return failed;
  }

  /// Updates the node, which may have moved.
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
    failed = false;
  }

  void failed() {
    answers = false;
    failed = true;
  }

  /// Returns the health of the node's shards as far as known. Shards of a node that does not answer
  /// are unavailable, and their lag grows by the time since the last answer.
  List<ShardHealth> shardsAt(long nowMillis) {
    if (answers) {
      return shards;
    }
    long silence = Math.max(0, nowMillis - answeredAtMillis);
    List<ShardHealth> all = new ArrayList<>();
    for (ShardHealth last : shards) {
      all.add(last.unavailable(silence));
    }
    return all;
  }
}
