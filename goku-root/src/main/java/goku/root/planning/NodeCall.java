package goku.root.planning;

import goku.model.ShardId;
import goku.rpc.StorageNode;
import java.util.List;

/// The shards that one node is asked for.
public record NodeCall(StorageNode node, List<ShardId> shards) {
  public NodeCall {
    shards = List.copyOf(shards);
  }
}
