package goku.root.expression;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongUnaryOperator;

/// The datapoints of a series in ascending order. Immutable: it owns the arrays it is given, and
/// callers must not change the arrays it returns.
public final class SeriesPoints {
  private final long[] timestamps;
  private final long[]
      values; // integers, which doubles would round beyond 2^53, or bits of doubles
  private final boolean integers;

  /// Creates datapoints whose values are doubles.
  ///
  /// @param timestamps milliseconds since the epoch, ascending
  /// @param values one value per timestamp; NaN means no value
  public SeriesPoints(long[] timestamps, double[] values) {
    this(timestamps, Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray(), false);
  }

  /// Creates datapoints whose values are integers and are written as such.
  ///
  /// @param timestamps milliseconds since the epoch, ascending
  /// @param values one value per timestamp
  public SeriesPoints(long[] timestamps, long[] values) {
    this(timestamps, values, true);
  }

  private SeriesPoints(long[] timestamps, long[] values, boolean integers) {
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
    return integers ? values[i] : Double.longBitsToDouble(values[i]);
  }

  /// Returns a value with all digits, if all values are integers.
  public long longValue(int i) {
    return values[i];
  }

  public boolean integers() {
    return integers;
  }

  public long[] timestamps() {
    return timestamps;
  }

  public double[] values() {
    double[] doubles = new double[values.length];
    Arrays.setAll(doubles, this::value);
    return doubles;
  }

  /// Returns the same timestamps with as many other values.
  public SeriesPoints with(double[] other) {
    return new SeriesPoints(timestamps, other);
  }

  public SeriesPoints map(DoubleUnaryOperator function) {
    return with(Arrays.stream(values()).map(function).toArray());
  }

  /// Returns other integers, if all values are integers.
  public SeriesPoints mapIntegers(LongUnaryOperator function) {
    return new SeriesPoints(timestamps, Arrays.stream(values).map(function).toArray());
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
      result[i] = there && !Double.isNaN(value(at)) ? value(at) : fill;
    }
    return result;
  }
}
