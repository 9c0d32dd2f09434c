package goku.root.planning;

import goku.query.Grouping;
import goku.query.SeriesStages;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The plan of a sub-query.
///
/// @param sources the stores of each namespace that have a part of the range, oldest part first
/// @param parts the stages that the root runs after it has joined the parts of each series; null if
///   there is one source
/// @param keptFromMillis the time before which data of namespaces that are only kept in memory have
///   expired; `ALL` if that does not affect the query
public record QueryPlan(
    List<QuerySource> sources,
    Grouping grouping,
    @Nullable SeriesStages parts,
    long keptFromMillis) {
  /// The value of `keptFromMillis` if no requested data have expired.
  public static final long ALL = Long.MIN_VALUE;

  public QueryPlan {
    sources = List.copyOf(sources);
  }

  /// Returns this plan with every group split into its series.
  public QueryPlan ofSeries() {
    return new QueryPlan(
        sources.stream().map(QuerySource::ofSeries).toList(), grouping, parts, keptFromMillis);
  }
}
