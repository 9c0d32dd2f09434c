package goku.root.planning;

import goku.query.NodeQuery;
import goku.query.SeriesStages;
import goku.query.merge.Grouping;
import java.util.List;

/// How a sub query is answered.
///
/// @param sources the calls for each namespace that holds a part of the range, oldest part first
/// @param nodeQuery sent in every call
/// @param stages run on every series, by the nodes, or by the root if there are several sources: a
///   series is whole only when its parts are joined
public record QueryPlan(
    List<List<NodeCall>> sources, NodeQuery nodeQuery, SeriesStages stages, Grouping grouping) {
  public QueryPlan {
    sources = List.copyOf(sources);
  }

  public boolean joinsParts() {
    return sources.size() > 1;
  }
}
