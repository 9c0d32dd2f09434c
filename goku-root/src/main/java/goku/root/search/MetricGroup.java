package goku.root.search;

import goku.query.search.Candidate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The candidates of one metric, the best first. A thousand hosts whose series move together are
/// one group.
record MetricGroup(String metric, List<Candidate> candidates) {
  /// Returns the groups of candidates, the one with the best candidate first.
  ///
  /// @param best candidates, the best first
  static List<MetricGroup> of(List<Candidate> best) {
    Map<String, List<Candidate>> byMetric = new LinkedHashMap<>();
    for (Candidate candidate : best) {
      byMetric.computeIfAbsent(candidate.series().metric(), _ -> new ArrayList<>()).add(candidate);
    }
    return byMetric.entrySet().stream()
        .map(entry -> new MetricGroup(entry.getKey(), entry.getValue()))
        .toList();
  }
}
