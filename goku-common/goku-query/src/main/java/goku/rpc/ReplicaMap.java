package goku.rpc;

import goku.model.ShardId;
import java.util.List;

/// The nodes that have a shard, as of a moment ago (section 4.3 of the paper). Thread-safe.
@FunctionalInterface
public interface ReplicaMap {
  /// All replicas that are known, also those that cannot be asked now, by name of their nodes.
  List<Replica> replicasOf(ShardId shard);
}
