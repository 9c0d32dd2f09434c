package goku.root.expression;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/// The datapoints of a series in ascending order. Immutable: it owns the arrays it is given, and
/// callers must not change the arrays it returns.
public final class SeriesPoints {
  private final long[] timestamps;
  private final double[] values;
  private final boolean integers;

  /// Creates datapoints.
  ///
  /// @param timestamps milliseconds since the epoch, ascending
  /// @param values one value per timestamp; NaN means no value
  /// @param integers whether all values are integers and are written as such
  public SeriesPoints(long[] timestamps, double[] values, boolean integers) {
    if (timestamps.length != values.length) {
      throw new IllegalArgumentException(
          "%d timestamps for %d values".formatted(timestamps.length, values.length));
    }
    this.timestamps = timestamps;
    this.values = values;
    this.integers = integers;
  }

  public int size() {
    return timestamps.length;
  }

  public long timestamp(int i) {
    return timestamps[i];
  }

  public double value(int i) {
    return values[i];
  }

  public boolean integers() {
    return integers;
  }

  public long[] timestamps() {
    return timestamps;
  }

  public double[] values() {
    return values;
  }

  /// Returns the same timestamps with as many other values.
  public SeriesPoints with(double[] other, boolean whole) {
    return new SeriesPoints(timestamps, other, whole);
  }

  public SeriesPoints map(DoubleUnaryOperator function, boolean whole) {
    return with(Arrays.stream(values).map(function).toArray(), whole);
  }

  /// Returns the same values, shifted by the given time.
  public SeriesPoints later(long millis) {
    return millis == 0
        ? this
        : new SeriesPoints(
            Arrays.stream(timestamps).map(time -> time + millis).toArray(), values, integers);
  }

  /// Returns the values at the given ascending timestamps, with `fill` for missing ones.
  double[] on(long[] timeline, double fill) {
    double[] result = new double[timeline.length];
    int at = 0;
    for (int i = 0; i < timeline.length; i++) {
      while (at < timestamps.length && timestamps[at] < timeline[i]) {
        at++;
      }
      boolean there = at < timestamps.length && timestamps[at] == timeline[i];
      result[i] = there && !Double.isNaN(values[at]) ? values[at] : fill;
    }
    return result;
  }
}
