package goku.root.opentsdb.language;

import java.util.List;

/// The series of a sub query: those of a metric that pass the filters, or those with the
/// identifiers, which take precedence.
///
/// @param metric the metric; empty while only identifiers are known
/// @param tsuids the identifiers as in the request; empty for none
public record SeriesSpec(
    String metric, List<FilterSpec> filters, boolean explicitTags, List<String> tsuids) {
  public SeriesSpec {
    filters = List.copyOf(filters);
    tsuids = List.copyOf(tsuids);
  }

  public static SeriesSpec named(String metric, List<FilterSpec> filters, boolean explicitTags) {
    return new SeriesSpec(metric, filters, explicitTags, List.of());
  }

  public static SeriesSpec identified(List<String> tsuids) {
    return new SeriesSpec("", List.of(), false, tsuids);
  }
}
