package goku.model;

/// The marks at the end of stored names of metrics. A metric's written rollups and its histograms
/// are series of their own with the same tags, whose metric has a mark: the character U+001E, which
/// no client can send, a letter for the kind, and perhaps more. Stored names of renamed metrics
/// have a digit after U+001E, so the two never look alike. See `WrittenRollup` and
/// `HistogramMetric`.
public final class MetricMark {
  static final char SEPARATOR = MetricRenames.MARK;

  private MetricMark() {}

  /// Returns whether the metric has a mark.
  public static boolean isMarked(String metric) {
    return endOfMetric(metric) < metric.length();
  }

  /// Returns the metric without its mark.
  public static String metric(String marked) {
    return marked.substring(0, endOfMetric(marked));
  }

  /// Returns the index at which the mark begins; the length if there is none.
  static int endOfMetric(String metric) {
    int at = metric.lastIndexOf(SEPARATOR);
    return at >= 0 && at + 1 < metric.length() && isKind(metric.charAt(at + 1))
        ? at
        : metric.length();
  }

  /// Returns the index at which the mark begins; the length if there is none.
  static int endOfMetric(byte[] metric, int length) {
    int at = length - 1;
    while (at >= 0 && metric[at] != SEPARATOR) {
      at--;
    }
    return at >= 0 && at + 1 < length && isKind((char) metric[at + 1]) ? at : length;
  }

  private static boolean isKind(char letter) {
    return letter >= 'a' && letter <= 'z';
  }
}
