package goku.rpc;

/// The last datapoint of a series. Its time is in milliseconds since the epoch.
public record LastPoint(FoundSeries series, long timestampMillis, double value) {
  /// Returns the newer of two datapoints of one series.
  public static LastPoint later(LastPoint a, LastPoint b) {
    return b.timestampMillis() > a.timestampMillis() ? b : a;
  }
}
