package goku.root.opentsdb.wire;

import goku.model.MetricRenames;
import goku.model.NameKind;
import goku.model.SeriesId;
import goku.model.Tag;
import java.util.List;
import java.util.function.Supplier;

/// The identifiers of series in answers. They stay the same when a metric is renamed, as in
/// OpenTSDB. Thread-safe.
///
/// @param renames the supplier of the renamed metrics
public record Tsuids(Supplier<MetricRenames> renames) {
  /// Returns the identifier of a series.
  public String of(String metric, List<Tag> tags) {
    return Tsuid.of(stored(metric), tags);
  }

  /// Returns the identifier of a metric, with which those of its series begin.
  public String ofMetric(String metric) {
    return Tsuid.uid(stored(metric));
  }

  /// Returns the identifier of a name.
  public String uid(NameKind kind, String name) {
    return kind == NameKind.METRIC ? ofMetric(name) : Tsuid.uid(name);
  }

  /// Returns the series of a name.
  public SeriesId seriesOf(String metric, List<Tag> tags) {
    return SeriesId.of(stored(metric), tags);
  }

  private String stored(String metric) {
    return renames.get().stored(metric);
  }
}
