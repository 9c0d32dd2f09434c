package goku.root.planning;

import goku.model.ShardId;
import goku.model.Store;
import goku.model.TimeRange;
import goku.query.NodeQuery;
import goku.rpc.StorageNode;
import java.util.List;

/// What has one part of a query's time.
///
/// @param node the store
public record QuerySource(Store store, StorageNode node, List<ShardId> shards, NodeQuery query) {
  public QuerySource {
    shards = List.copyOf(shards);
  }

  /// The time that is read.
  public TimeRange read() {
    return query.stages().window().read();
  }

  /// The same, but that all groups come as their series.
  QuerySource ofSeries() {
    var series =
        new NodeQuery(query.filter(), query.stages(), query.grouping(), true, query.resolution());
    return new QuerySource(store, node, shards, series);
  }
}
