package goku.model;

import java.util.Locale;

/// The kind of a rollup that a client computed itself and wrote: its interval and the function over
/// the datapoints of the interval.
///
/// The rollups of a series are a series of their own with the same tags. Its metric has a mark
/// after the name: the character U+001E, which no client can send, the letter `r`, the interval in
/// milliseconds, `-` and the function. Every store treats it as an ordinary series. Stored names of
/// renamed metrics have a digit after U+001E, so the two never look alike.
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

  private static final char SEPARATOR = MetricRenames.MARK;
  private static final char KIND = 'r';
  private static final String BEGIN = new String(new char[] {SEPARATOR, KIND});

  /// Returns the metric of the rollups of a metric.
  public String of(String metric) {
    return metric + mark();
  }

  /// Returns the end of the name of a rollup's metric, in ASCII.
  public String mark() {
    return BEGIN + intervalMillis + '-' + function.text();
  }

  /// Returns whether the metric is that of written rollups.
  public static boolean isMarked(String metric) {
    return endOfMetric(metric) < metric.length();
  }

  /// Returns the metric whose rollups have the given metric; the metric itself if it is not that of
  /// written rollups.
  public static String metric(String marked) {
    return marked.substring(0, endOfMetric(marked));
  }

  /// Returns the index at which the mark begins; the length if there is none.
  static int endOfMetric(String metric) {
    int at = metric.lastIndexOf(SEPARATOR);
    return at >= 0 && at + 1 < metric.length() && metric.charAt(at + 1) == KIND
        ? at
        : metric.length();
  }

  /// Returns the index at which the mark begins; the length if there is none.
  static int endOfMetric(byte[] metric, int length) {
    int at = length - 1;
    while (at >= 0 && metric[at] != SEPARATOR) {
      at--;
    }
    return at >= 0 && at + 1 < length && metric[at + 1] == KIND ? at : length;
  }
}
