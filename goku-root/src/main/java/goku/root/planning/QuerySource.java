package goku.root.planning;

import goku.model.Holes;
import goku.model.ShardId;
import goku.model.Store;
import goku.model.TimeRange;
import goku.query.NodeQuery;
import goku.rpc.StorageNode;
import java.util.List;

/// The shards that have one part of a query's time range.
///
/// @param node the store
/// @param split the split of the query's time between the stores
public record QuerySource(
    Store store, StorageNode node, List<ShardId> shards, NodeQuery query, StoreSplit split) {
  public QuerySource {
    shards = List.copyOf(shards);
  }

  /// Returns the time range to read.
  public TimeRange read() {
    return query.stages().window().read();
  }

  /// Returns the holes of an answer that matter to this source.
  public Holes relevant(Holes holes) {
    return split.relevant(holes);
  }

  /// Returns this source with every group split into its series.
  QuerySource ofSeries() {
    var series =
        new NodeQuery(query.filter(), query.stages(), query.grouping(), true, query.resolution());
    return new QuerySource(store, node, shards, series, split);
  }
}
