package goku.query.search;

import goku.model.Blocklist;
import goku.model.MetricMark;
import goku.model.SeriesFilter;
import java.util.List;
import java.util.Map;

/// The series among which a search looks. Series of histograms and of written rollups are never
/// among them: they repeat what others have.
///
/// @param filter the conditions on tags, or the wanted series
/// @param metrics the metrics, of which one must match
/// @param excluded the metrics that are left out nevertheless
/// @param renamed the stored names of renamed metrics, with whether they belong to the haystack.
///   Patterns are about the names of clients, and say nothing about these
public record Haystack(
    SeriesFilter filter,
    List<MetricPattern> metrics,
    Blocklist excluded,
    Map<String, Boolean> renamed) {
  public Haystack {
    metrics = List.copyOf(metrics);
    renamed = Map.copyOf(renamed);
  }

  /// Creates a haystack without renamed metrics.
  public Haystack(SeriesFilter filter, List<MetricPattern> metrics, Blocklist excluded) {
    this(filter, metrics, excluded, Map.of());
  }

  /// Returns whether series of the metric belong to the haystack.
  public boolean includes(String metric) {
    Boolean named = renamed.get(metric);
    return named == null ? matches(metric) : named;
  }

  private boolean matches(String metric) {
    return metrics.stream().anyMatch(pattern -> pattern.matches(metric))
        && !MetricMark.isMarked(metric)
        && !excluded.blocks(metric);
  }
}
