package goku.rpc;

import goku.model.Holes;
import goku.model.ShardId;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/// The locations of a store's shards, with clients of their nodes. Thread-safe.
///
/// @param nodes a function that gives the client of a replica's node, which need not be reachable
public record Replicas(ReplicaMap map, Function<Replica, StorageNode> nodes) {
  private static final String HERE = "here";

  /// Returns the replicas of a single node that is called directly.
  ///
  /// @param open a test of whether the node currently has the shard
  public static Replicas of(StorageNode node, Predicate<ShardId> open) {
    return new Replicas(shard -> open.test(shard) ? List.of(here(shard)) : List.of(), any -> node);
  }

  /// Returns whether some node serves the shard.
  public boolean serve(ShardId shard) {
    return map.replicasOf(shard).stream()
        .anyMatch(replica -> replica.health().state() != ShardState.UNAVAILABLE);
  }

  private static Replica here(ShardId shard) {
    var health = new ShardHealth(shard, ShardState.SERVING, 0, Holes.NONE);
    return new Replica(HERE, HERE, HERE, health);
  }
}
