package goku.rpc;

import goku.model.ShardId;
import java.util.List;

/// A recent view of the nodes that hold each shard (section 4.3 of the paper). Thread-safe.
@FunctionalInterface
public interface ReplicaMap {
  /// Returns all known replicas, available or not, ordered by the names of their nodes.
  List<Replica> replicasOf(ShardId shard);
}
