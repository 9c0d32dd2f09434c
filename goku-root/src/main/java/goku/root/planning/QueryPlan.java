package goku.root.planning;

import goku.model.ShardId;
import goku.query.Grouping;
import goku.query.NodeQuery;
import goku.query.Resolution;
import goku.query.SeriesStages;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a sub query is answered.
///
/// @param sources the calls for each namespace that holds a part of the range, oldest part first
/// @param nodeQuery sent in every call
/// @param parts the stages to be run by the root, if there are several sources: a series is whole
///   only when its parts are joined
/// @param missing shards that no node serves at this moment: the answer is short of their series
public record QueryPlan(
    List<List<NodeCall>> sources,
    NodeQuery nodeQuery,
    @Nullable SeriesStages parts,
    List<ShardId> missing) {
  public QueryPlan {
    sources = List.copyOf(sources);
    missing = List.copyOf(missing);
  }

  public Grouping grouping() {
    return nodeQuery.grouping();
  }

  /// The same, but that all groups come as their series.
  public QueryPlan ofSeries() {
    return new QueryPlan(
        sources,
        new NodeQuery(
            nodeQuery.filter(), nodeQuery.stages(), nodeQuery.grouping(), true, Resolution.RAW),
        parts,
        missing);
  }
}
