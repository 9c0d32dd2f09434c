package goku.root.planning;

import goku.model.ShardId;
import goku.model.TimeRange;
import goku.rpc.StorageNode;
import java.util.List;

/// The shards that a store is queried for.
///
/// @param range the part of the requested time that these shards have
public record NodeCall(StorageNode node, List<ShardId> shards, TimeRange range) {
  public NodeCall {
    shards = List.copyOf(shards);
  }
}
