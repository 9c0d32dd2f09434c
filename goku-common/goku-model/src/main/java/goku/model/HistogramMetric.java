package goku.model;

/// The stored names of metrics of histograms. The histograms of a series are a series of their own
/// with the same tags, and its metric has the letter `h` as its mark (`MetricMark`). So a series of
/// histograms never has other values, and a metric may have both.
///
/// | metric | stored metric of its histograms |
/// | --- | --- |
/// | `rpc.latency` | `rpc.latency` U+001E `h` |
/// | `rpc.latency`, stored as `rpc.latency` U+001E `7` | `rpc.latency` U+001E `7` U+001E `h` |
public final class HistogramMetric {
  private static final char KIND = 'h';

  /// The end of the name of a metric of histograms, in ASCII.
  public static final String MARK = new String(new char[] {MetricMark.SEPARATOR, KIND});

  private HistogramMetric() {}

  /// Returns the metric of the histograms of a metric.
  public static String of(String metric) {
    return metric + MARK;
  }

  /// Returns whether the metric is that of histograms.
  public static boolean isMarked(String metric) {
    return metric.endsWith(MARK);
  }

  /// Returns whether the metric in the bytes from `from` to `to - 1` is that of histograms.
  public static boolean isMarked(byte[] bytes, int from, int to) {
    return to - from > MARK.length()
        && bytes[to - 1] == KIND
        && bytes[to - MARK.length()] == MetricMark.SEPARATOR;
  }
}
