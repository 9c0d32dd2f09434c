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
/// @param averages the division by numbers of datapoints; null if the sources have the values
public record QueryPlan(
    List<QuerySource> sources,
    @Nullable Averages averages,
    Grouping grouping,
    @Nullable SeriesStages parts,
    long keptFromMillis) {
  /// The value of `keptFromMillis` if no requested data have expired.
  public static final long ALL = Long.MIN_VALUE;

  /// The division of the sums of steps, which `QueryPlan.sources` have, by the numbers of
  /// datapoints.
  ///
  /// @param counts the sources of the numbers
  /// @param stages the stages that turn stored sums and numbers into those of steps
  public record Averages(List<QuerySource> counts, SeriesStages stages) {
    public Averages {
      counts = List.copyOf(counts);
    }
  }

  public QueryPlan {
    sources = List.copyOf(sources);
  }

  /// Returns a plan that reads nothing.
  static QueryPlan nothing(Grouping grouping) {
    return new QueryPlan(List.of(), null, grouping, null, ALL);
  }

  /// Returns this plan with every group split into its series.
  public QueryPlan ofSeries() {
    return new QueryPlan(
        sources.stream().map(QuerySource::ofSeries).toList(),
        averages,
        grouping,
        parts,
        keptFromMillis);
  }
}
