package goku.root.planning;

import goku.query.Grouping;
import goku.query.SeriesStages;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a sub query is answered.
///
/// @param sources the stores of each namespace that have a part of the range, oldest part first
/// @param parts the stages to be run by the root, if there are several sources: a series is whole
///   only when its parts are joined
/// @param keptFromMillis what a namespace in memory alone had before it is gone; `ALL` when that
///   does not concern the query
public record QueryPlan(
    List<QuerySource> sources,
    Grouping grouping,
    @Nullable SeriesStages parts,
    long keptFromMillis) {
  /// Nothing that was asked for is gone from memory.
  public static final long ALL = Long.MIN_VALUE;

  public QueryPlan {
    sources = List.copyOf(sources);
  }

  /// The same, but that all groups come as their series.
  public QueryPlan ofSeries() {
    return new QueryPlan(
        sources.stream().map(QuerySource::ofSeries).toList(), grouping, parts, keptFromMillis);
  }
}
