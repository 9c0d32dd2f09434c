package goku.model;

import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// Datapoints of one series in two primitive arrays, which grow as needed and are reused from
/// series to series. Timestamps are milliseconds since the epoch. Owned by one thread.
public final class PointBuffer {
  private static final int FIRST_CAPACITY = 256;
  private static final long[] NO_TIMESTAMPS = {};
  private static final double[] NO_VALUES = {};

  private final LongConsumer growth;
  private long[] timestamps = NO_TIMESTAMPS;
  private double[] values = NO_VALUES;
  private double[] weights = NO_VALUES;
  private boolean weighted;
  private long[] scratch = {};
  private int size;

  /// Creates an empty buffer whose memory nobody counts.
  public PointBuffer() {
    this(_ -> {});
  }

  /// Creates an empty buffer.
  ///
  /// @param growth called with the bytes of each growth before they are allocated; may refuse them
  ///   by an exception
  public PointBuffer(LongConsumer growth) {
    this.growth = growth;
  }

  /// Creates a buffer over the arrays. All entries of the arrays are datapoints.
  public static PointBuffer of(long[] timestamps, double[] values) {
    var buffer = new PointBuffer();
    buffer.timestamps = timestamps;
    buffer.values = values;
    buffer.size = timestamps.length;
    return buffer;
  }

  /// Creates a buffer over the arrays, with weights unless they are null.
  public static PointBuffer of(long[] timestamps, double[] values, double @Nullable [] weights) {
    PointBuffer buffer = of(timestamps, values);
    if (weights != null) {
      buffer.weights = weights;
      buffer.weighted = true;
    }
    return buffer;
  }

  public void clear() {
    size = 0;
    weighted = false;
  }

  public void add(long timestampMillis, double value) {
    if (size == timestamps.length) {
      grow(Math.max(FIRST_CAPACITY, size * 2));
    }
    timestamps[size] = timestampMillis;
    values[size] = value;
    if (weighted) {
      weights[size] = 1;
    }
    size++;
  }

  /// Adds a datapoint that stands for several datapoints.
  public void add(long timestampMillis, double value, double weight) {
    beWeighted();
    add(timestampMillis, value);
    weights[size - 1] = weight;
  }

  /// Removes all datapoints at or after the index `from` whose time matches.
  public void removeIf(int from, LongPredicate timeMillis) {
    int left = from;
    for (int i = from; i < size; i++) {
      if (!timeMillis.test(timestamps[i])) {
        timestamps[left] = timestamps[i];
        values[left] = values[i];
        if (weighted) {
          weights[left] = weights[i];
        }
        left++;
      }
    }
    size = left;
  }

  /// Adds datapoints `from` to `to - 1` of another buffer, with their weights if it has any.
  public void addAll(PointBuffer other, int from, int to) {
    int count = to - from;
    if (count <= 0) {
      return;
    }
    ensureRoom(count);
    if (other.weighted) {
      beWeighted();
    }
    System.arraycopy(other.timestamps, from, timestamps, size, count);
    System.arraycopy(other.values, from, values, size, count);
    if (other.weighted) {
      System.arraycopy(other.weights, from, weights, size, count);
    } else if (weighted) {
      Arrays.fill(weights, size, size + count, 1);
    }
    size += count;
  }

  /// Returns whether some datapoints stand for several. `weights` then has their numbers.
  public boolean isWeighted() {
    return weighted;
  }

  /// Returns the weights: for each of the first `size()` entries, the number of datapoints that it
  /// stands for. Valid only if `isWeighted`. The array is replaced when the buffer grows.
  public double[] weights() {
    return weights;
  }

  /// Makes the buffer weighted. Present datapoints get the weight 1. From then on, a decoder that
  /// writes into the arrays directly must fill `weights` too.
  public void beWeighted() {
    if (!weighted) {
      weighted = true;
      if (weights.length < timestamps.length) {
        growth.accept((long) Double.BYTES * (timestamps.length - weights.length));
        weights = new double[timestamps.length];
      }
      Arrays.fill(weights, 0, size, 1);
    }
  }

  /// Makes room for `count` more datapoints. A decoder can then write into the arrays directly and
  /// call `setSize`.
  public void ensureRoom(int count) {
    if (size + count > timestamps.length) {
      grow(Math.max(size + count, timestamps.length * 2));
    }
  }

  public void setSize(int size) {
    this.size = size;
  }

  public int size() {
    return size;
  }

  /// Returns the index of the first datapoint at or after the time, or `size()` if there is none.
  public int firstAtOrAfter(long timestampMillis) {
    return firstAtOrAfter(timestamps, size, timestampMillis);
  }

  /// Returns the index of the first of `size` ascending times at or after the time, or `size`.
  public static int firstAtOrAfter(long[] times, int size, long timeMillis) {
    if (size > 0 && times[0] >= timeMillis) {
      return 0; // the usual case, as the read data begins there
    }
    int found = Arrays.binarySearch(times, 0, size, timeMillis);
    return found >= 0 ? found : -found - 1;
  }

  /// Returns the timestamps, in the first `size()` entries. The array is replaced when the buffer
  /// grows.
  public long[] timestamps() {
    return timestamps;
  }

  public double[] values() {
    return values;
  }

  /// Returns scratch space of at least `words` longs for decoders. Its content is undefined.
  public long[] scratch(int words) {
    if (words > scratch.length) {
      int room = Math.max(words, scratch.length * 2);
      growth.accept((long) Long.BYTES * (room - scratch.length));
      scratch = new long[room];
    }
    return scratch;
  }

  private void grow(int capacity) {
    int each = Long.BYTES + Double.BYTES + (weighted ? Double.BYTES : 0);
    growth.accept((long) each * (capacity - timestamps.length));
    timestamps = Arrays.copyOf(timestamps, capacity);
    values = Arrays.copyOf(values, capacity);
    if (weighted) {
      weights = Arrays.copyOf(weights, capacity);
    }
  }
}
