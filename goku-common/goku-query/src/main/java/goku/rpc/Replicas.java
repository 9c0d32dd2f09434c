package goku.rpc;

import goku.model.ShardId;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/// Where the shards of a store are, and the way to their nodes. Thread-safe.
///
/// @param nodes the node of a replica, which need not answer
public record Replicas(ReplicaMap map, Function<Replica, StorageNode> nodes) {
  private static final String HERE = "here";

  /// One node that is asked directly.
  ///
  /// @param open whether it has the shard at this moment
  public static Replicas of(StorageNode node, Predicate<ShardId> open) {
    return new Replicas(shard -> open.test(shard) ? List.of(here(shard)) : List.of(), any -> node);
  }

  /// Whether some node has the shard and can be asked.
  public boolean serve(ShardId shard) {
    return map.replicasOf(shard).stream()
        .anyMatch(replica -> replica.health().state() != ShardState.UNAVAILABLE);
  }

  private static Replica here(ShardId shard) {
    var health = new ShardHealth(shard, ShardState.SERVING, 0, Long.MIN_VALUE);
    return new Replica(HERE, HERE, HERE, health);
  }
}
