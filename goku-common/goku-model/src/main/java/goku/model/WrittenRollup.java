package goku.model;

import java.util.Locale;

/// The kind of a rollup that a client computed itself and wrote: its interval and the function over
/// the datapoints of the interval.
///
/// The rollups of a series are a series of their own with the same tags. Its metric has a mark
/// after the name (`MetricMark`): the letter `r`, the interval in milliseconds, `-` and the
/// function. Every store treats it as an ordinary series.
///
/// | metric | stored metric of its hourly sums |
/// | --- | --- |
/// | `sys.cpu` | `sys.cpu` U+001E `r3600000-sum` |
/// | `sys.cpu`, stored as `sys.cpu` U+001E `7` | `sys.cpu` U+001E `7` U+001E `r3600000-sum` |
public record WrittenRollup(long intervalMillis, Function function) {
  /// The function over the datapoints of an interval. An average is the quotient of two of them.
  public enum Function {
    SUM,
    COUNT,
    MIN,
    MAX;

    private final String text = name().toLowerCase(Locale.ROOT);

    /// Returns the name in requests.
    public String text() {
      return text;
    }
  }

  private static final String BEGIN = new String(new char[] {MetricMark.SEPARATOR, 'r'});

  /// Returns the metric of the rollups of a metric.
  public String of(String metric) {
    return metric + mark();
  }

  /// Returns the end of the name of a rollup's metric, in ASCII.
  public String mark() {
    return BEGIN + intervalMillis + '-' + function.text();
  }
}
