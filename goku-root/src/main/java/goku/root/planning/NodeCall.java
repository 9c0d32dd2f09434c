package goku.root.planning;

import goku.model.Holes;
import goku.model.ShardId;
import goku.model.Store;
import goku.model.TimeRange;
import goku.rpc.StorageNode;
import java.util.List;

/// The shards that a store is queried for.
///
/// @param store the store, which `node` represents
/// @param range the part of the requested time that these shards have
/// @param split the split of the requested time between the stores
public record NodeCall(
    Store store, StorageNode node, List<ShardId> shards, TimeRange range, StoreSplit split) {
  public NodeCall {
    shards = List.copyOf(shards);
  }

  /// Returns the holes of an answer that matter to this call.
  public Holes relevant(Holes holes) {
    return split.relevant(holes).overlapping(range);
  }
}
