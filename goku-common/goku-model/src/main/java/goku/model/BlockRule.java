package goku.model;

/// A rule that blocks metrics from being stored (section 9 of the paper): the metric with this
/// name, or all metrics with this prefix. An empty name would block everything and is rejected with
/// an `IllegalArgumentException`.
public record BlockRule(String metric, boolean isPrefix) {
  public BlockRule {
    if (metric.isEmpty()) {
      throw new IllegalArgumentException("metric: is empty, which would block every metric");
    }
  }

  /// Returns the rule for people: `a.b` for a name, `a.b*` for a prefix.
  public String pattern() {
    return isPrefix ? metric + "*" : metric;
  }
}
