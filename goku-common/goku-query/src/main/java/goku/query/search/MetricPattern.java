package goku.query.search;

/// A metric, or all metrics with a prefix.
///
/// @param text the metric or the prefix; an empty prefix matches every metric
public record MetricPattern(String text, boolean isPrefix) {
  public static final MetricPattern ANY = new MetricPattern("", true);

  public boolean matches(String metric) {
    return isPrefix ? metric.startsWith(text) : metric.equals(text);
  }
}
