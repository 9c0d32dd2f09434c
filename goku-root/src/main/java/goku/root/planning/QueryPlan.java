package goku.root.planning;

import goku.query.Grouping;
import goku.query.NodeQuery;
import goku.query.SeriesStages;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a sub query is answered.
///
/// @param sources the calls for each namespace that holds a part of the range, oldest part first
/// @param nodeQuery sent in every call
/// @param parts the stages to be run by the root, if there are several sources: a series is whole
///   only when its parts are joined
public record QueryPlan(
    List<List<NodeCall>> sources, NodeQuery nodeQuery, @Nullable SeriesStages parts) {
  public QueryPlan {
    sources = List.copyOf(sources);
  }

  public Grouping grouping() {
    return nodeQuery.grouping();
  }

  /// The same, but that all groups come as their series.
  public QueryPlan ofSeries() {
    return new QueryPlan(
        sources,
        new NodeQuery(nodeQuery.filter(), nodeQuery.stages(), nodeQuery.grouping(), true),
        parts);
  }
}
