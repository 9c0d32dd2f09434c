package goku.ingest.limit;

import goku.cardinality.ScopeCount;
import goku.cardinality.ScopeCount.LargestMetric;
import goku.cardinality.SeriesScope.Kind;

/// The words about the metric and the tag key that cause many series. Stateless.
final class Largest {
  private Largest() {}

  /// Returns the end of a message; empty if nothing is known.
  static String of(ScopeCount count) {
    if (count.filtered().isEmpty()) {
      return "";
    }
    LargestMetric largest = count.filtered().get().largest();
    String key =
        largest.tagKey().isEmpty()
            ? "it has no tags"
            : "its tag key with the most values is '" + largest.tagKey() + "'";
    return count.scope().kind() == Kind.METRIC
        ? "; " + key
        : "; metric '%s' has the most, %s".formatted(largest.metric(), key);
  }
}
