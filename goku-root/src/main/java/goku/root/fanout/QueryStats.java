package goku.root.fanout;

import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a sub query has read so far.
///
/// @param origins where datapoints came from, for people: `short`, `tier 3 raw`, `tier 4 15m`
/// @param series that matched
/// @param datapoints stored ones and rollups that were read
public record QueryStats(SortedSet<String> origins, long series, long datapoints) {
  public static final QueryStats NONE = new QueryStats(new TreeSet<>(), 0, 0);

  QueryStats(Set<String> origins, long series, long datapoints) {
    this(new TreeSet<>(origins), series, datapoints);
  }

  /// What two sub queries have read.
  public QueryStats with(QueryStats other) {
    SortedSet<String> all = new TreeSet<>(origins);
    all.addAll(other.origins);
    return new QueryStats(all, series + other.series, datapoints + other.datapoints);
  }
}
