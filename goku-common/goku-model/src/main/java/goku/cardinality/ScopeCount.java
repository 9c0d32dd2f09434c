package goku.cardinality;

import java.util.Optional;

/// The number of series in a scope, and their filter if the scope is near its limit.
///
/// @param series the number of series now
/// @param limit the limit that the shard has for the scope; 0 if the shard knows none
public record ScopeCount(SeriesScope scope, long series, long limit, Optional<Filtered> filtered) {
  /// A filter of the series of a scope.
  ///
  /// @param version changes whenever the filter does
  /// @param series the number of series when the filter was made
  /// @param ageMillis how long ago the filter had all series; 0 if it has all
  /// @param filter empty if the asker has this version
  /// @param largest the metric with the most series, and its tag key with the most values
  public record Filtered(
      long version,
      long series,
      long ageMillis,
      Optional<HashFilter> filter,
      LargestMetric largest) {}

  /// The metric with the most series in a scope, and its tag key with the most values. The key is
  /// empty if the metric has no tags.
  public record LargestMetric(String metric, String tagKey) {}
}
