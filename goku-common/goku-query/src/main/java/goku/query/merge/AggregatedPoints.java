package goku.query.merge;

import java.util.Arrays;

/// The datapoints of a group in the answer, ascending. Either all doubles or all 64-bit integers.
public final class AggregatedPoints {
  private final boolean integers;
  private long[] timestamps;
  private long[] bits;
  private int size;

  AggregatedPoints(boolean integers, int expected) {
    this.integers = integers;
    timestamps = new long[Math.max(1, expected)];
    bits = new long[timestamps.length];
  }

  void addLong(long timestamp, long value) {
    if (size == timestamps.length) {
      timestamps = Arrays.copyOf(timestamps, size * 2);
      bits = Arrays.copyOf(bits, size * 2);
    }
    timestamps[size] = timestamp;
    bits[size] = value;
    size++;
  }

  void addDouble(long timestamp, double value) {
    addLong(timestamp, Double.doubleToRawLongBits(value));
  }

  /// Returns the approximate size in bytes on the heap.
  public long heldBytes() {
    return (long) timestamps.length * 2 * Long.BYTES;
  }

  public int size() {
    return size;
  }

  public boolean integers() {
    return integers;
  }

  /// Returns the time in milliseconds since the epoch.
  public long timestamp(int i) {
    return timestamps[i];
  }

  /// Returns the value if `integers`.
  public long longValue(int i) {
    return bits[i];
  }

  /// Returns the value unless `integers`. NaN is a gap that the query asked to fill.
  public double doubleValue(int i) {
    return Double.longBitsToDouble(bits[i]);
  }
}
