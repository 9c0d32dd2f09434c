package goku.rpc;

import goku.model.Holes;
import goku.model.ShardId;
import java.util.Optional;
import java.util.function.Function;

/// The locations of a store's shards, with clients of their nodes. Thread-safe.
///
/// @param nodes a function that gives the client of a replica's node, which need not be reachable
public record Replicas(ReplicaMap map, Function<Replica, StorageNode> nodes) {
  private static final String HERE = "here";

  /// Returns the replicas of a single node that is called directly, and has all of every shard.
  public static Replicas of(StorageNode node) {
    return of(node, any -> Optional.of(Holes.NONE));
  }

  /// Returns the replicas of a single node that is called directly.
  ///
  /// @param holes returns what the node does not hold of a shard; empty if the shard is not open
  public static Replicas of(StorageNode node, Function<ShardId, Optional<Holes>> holes) {
    return new Replicas(
        shard -> holes.apply(shard).stream().map(missing -> here(shard, missing)).toList(),
        any -> node);
  }

  /// Returns whether some node serves the shard.
  public boolean serve(ShardId shard) {
    return map.replicasOf(shard).stream()
        .anyMatch(replica -> replica.health().state() != ShardState.UNAVAILABLE);
  }

  private static Replica here(ShardId shard, Holes holes) {
    var health = new ShardHealth(shard, ShardState.SERVING, 0, holes);
    return new Replica(HERE, HERE, HERE, health);
  }
}
