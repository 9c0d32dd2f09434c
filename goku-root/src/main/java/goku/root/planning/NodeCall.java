package goku.root.planning;

import goku.model.ShardId;
import goku.model.TimeRange;
import goku.rpc.StorageNode;
import java.util.List;

/// The shards that a store is asked for.
///
/// @param range the time that they have of what is asked
public record NodeCall(StorageNode node, List<ShardId> shards, TimeRange range) {
  public NodeCall {
    shards = List.copyOf(shards);
  }
}
