package goku.cluster.map;

import goku.rpc.ShardHealth;
import java.util.List;

/// The shards of one namespace on one node.
///
/// @param shards the health of the shards, ascending by number
record NodeShards(ClusterNode node, List<ShardHealth> shards) {
  NodeShards {
    shards = List.copyOf(shards);
  }
}
