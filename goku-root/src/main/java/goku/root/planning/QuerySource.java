package goku.root.planning;

import goku.model.TimeRange;
import goku.query.NodeQuery;
import java.util.List;

/// What has one part of a query's time.
///
/// @param query sent in every call
public record QuerySource(List<NodeCall> calls, NodeQuery query) {
  public QuerySource {
    calls = List.copyOf(calls);
  }

  /// The time that is read.
  public TimeRange read() {
    return query.stages().window().read();
  }

  /// The same, but that all groups come as their series.
  QuerySource ofSeries() {
    return new QuerySource(
        calls,
        new NodeQuery(query.filter(), query.stages(), query.grouping(), true, query.resolution()));
  }
}
