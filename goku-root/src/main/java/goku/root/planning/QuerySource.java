package goku.root.planning;

import goku.model.ShardId;
import goku.model.Store;
import goku.model.TimeRange;
import goku.query.NodeQuery;
import goku.rpc.StorageNode;
import java.util.List;

/// The shards that have one part of a query's time range.
///
/// @param node the store
public record QuerySource(Store store, StorageNode node, List<ShardId> shards, NodeQuery query) {
  public QuerySource {
    shards = List.copyOf(shards);
  }

  /// Returns the time range to read.
  public TimeRange read() {
    return query.stages().window().read();
  }

  /// Returns this source with every group split into its series.
  QuerySource ofSeries() {
    var series =
        new NodeQuery(query.filter(), query.stages(), query.grouping(), true, query.resolution());
    return new QuerySource(store, node, shards, series);
  }
}
