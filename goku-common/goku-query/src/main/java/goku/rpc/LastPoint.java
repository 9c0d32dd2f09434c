package goku.rpc;

import goku.model.ValueType;

/// The last datapoint of a series. Its time is in milliseconds since the epoch.
///
/// @param type the type of the series' values around the datapoint
/// @param word the value in the form of the type, only to be moved
public record LastPoint(FoundSeries series, long timestampMillis, ValueType type, double word) {
  /// Returns the newer of two datapoints of one series.
  public static LastPoint later(LastPoint a, LastPoint b) {
    return b.timestampMillis() > a.timestampMillis() ? b : a;
  }

  public boolean isInteger() {
    return type.holdsInteger(word);
  }

  /// Returns the exact value, if `isInteger`.
  public long integer() {
    return type.exact(word);
  }

  /// Returns the value as a double. 64-bit integers are rounded.
  public double value() {
    return type.value(word);
  }
}
