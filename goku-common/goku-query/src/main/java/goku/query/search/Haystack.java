package goku.query.search;

import goku.model.Blocklist;
import goku.model.MetricMark;
import goku.model.SeriesFilter;
import java.util.List;

/// The series among which a search looks. Series of histograms and of written rollups are never
/// among them: they repeat what others have.
///
/// @param filter the conditions on tags, or the wanted series
/// @param metrics the metrics, of which one must match
/// @param excluded the metrics that are left out nevertheless
public record Haystack(SeriesFilter filter, List<MetricPattern> metrics, Blocklist excluded) {
  public Haystack {
    metrics = List.copyOf(metrics);
  }

  /// Returns whether series of the metric belong to the haystack.
  public boolean includes(String metric) {
    return metrics.stream().anyMatch(pattern -> pattern.matches(metric))
        && !MetricMark.isMarked(metric)
        && !excluded.blocks(metric);
  }
}
