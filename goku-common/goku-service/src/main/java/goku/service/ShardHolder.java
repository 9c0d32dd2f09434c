package goku.service;

import goku.model.ShardId;

/// A receiver of shards from the cluster. Calls for one shard are made one after the other, from
/// any thread, and return when the work is done. Taking a shard twice, or releasing an unknown one,
/// has no effect.
///
/// A node that loses its ZooKeeper session receives no calls and keeps its shards. After it
/// reconnects, it is told to take the shards that are still its own, and to release those that
/// moved. The same holds for the shards of an earlier process of the same name.
public interface ShardHolder {
  /// Takes over the shard. An exception is logged, and the call is retried.
  void take(ShardId shard);

  /// Releases the shard to another node.
  void release(ShardId shard);
}
