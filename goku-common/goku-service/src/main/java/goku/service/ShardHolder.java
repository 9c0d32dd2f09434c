package goku.service;

import goku.model.ShardId;

/// Who is given shards by the cluster and told to let go of them. Both calls are made for one shard
/// after the other, from any thread, and return when it is done. Taking what one has, and releasing
/// what one has not, changes nothing.
///
/// A node that loses its session in ZooKeeper is told nothing and keeps its shards. When it is back
/// it is told to take those that are still its own, and to release those that went elsewhere. The
/// same holds for the shards that an earlier process of the same name had.
public interface ShardHolder {
  /// The shard is the node's from now on. What it throws is logged, and the shard tried again.
  void take(ShardId shard);

  /// The shard is another node's from now on.
  void release(ShardId shard);
}
