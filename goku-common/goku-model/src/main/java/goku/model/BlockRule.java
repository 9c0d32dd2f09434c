package goku.model;

/// Metrics that are not to be stored (section 9 of the paper): the one with this name, or all whose
/// names begin with it. An empty metric, which would block everything, is an
/// `IllegalArgumentException`.
public record BlockRule(String metric, boolean isPrefix) {
  public BlockRule {
    if (metric.isEmpty()) {
      throw new IllegalArgumentException("metric: is empty, and would block every metric");
    }
  }

  /// The rule for people: `a.b`, or `a.b*` of a prefix.
  public String pattern() {
    return isPrefix ? metric + "*" : metric;
  }
}
