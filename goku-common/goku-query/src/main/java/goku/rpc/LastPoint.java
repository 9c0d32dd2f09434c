package goku.rpc;

/// The last datapoint of a series; its time is in milliseconds since the epoch.
public record LastPoint(FoundSeries series, long timestampMillis, double value) {
  /// Of two parts of one series the datapoint that counts.
  public static LastPoint later(LastPoint a, LastPoint b) {
    return b.timestampMillis() > a.timestampMillis() ? b : a;
  }
}
