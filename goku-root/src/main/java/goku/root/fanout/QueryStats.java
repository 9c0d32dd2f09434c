package goku.root.fanout;

import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// The statistics of a sub-query so far.
///
/// @param origins the sources of datapoints, for display: `short`, `tier 3 raw`, `tier 4 15m`
/// @param series the number of series that matched
/// @param datapoints the number of stored datapoints and rollups that were read
public record QueryStats(SortedSet<String> origins, long series, long datapoints) {
  public static final QueryStats NONE = new QueryStats(new TreeSet<>(), 0, 0);

  QueryStats(Set<String> origins, long series, long datapoints) {
    this(new TreeSet<>(origins), series, datapoints);
  }

  /// Returns the sum of two sub-queries.
  public QueryStats with(QueryStats other) {
    SortedSet<String> all = new TreeSet<>(origins);
    all.addAll(other.origins);
    return new QueryStats(all, series + other.series, datapoints + other.datapoints);
  }
}
