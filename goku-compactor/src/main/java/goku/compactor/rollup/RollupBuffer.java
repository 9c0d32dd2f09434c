package goku.compactor.rollup;

import java.util.Arrays;
import java.util.function.LongPredicate;

/// A growable buffer of the rollups of one series in primitive arrays, reused from series to
/// series. Owned by one thread.
public final class RollupBuffer {
  private static final int FIRST_CAPACITY = 64;

  private long[] times = new long[FIRST_CAPACITY];
  private double[] sums = new double[FIRST_CAPACITY];
  private double[] counts = new double[FIRST_CAPACITY];
  private double[] mins = new double[FIRST_CAPACITY];
  private double[] maxes = new double[FIRST_CAPACITY];
  private int size;

  public void clear() {
    size = 0;
  }

  /// Adds an entry after the last one.
  ///
  /// @param timeMillis first millisecond of the interval
  public void add(long timeMillis, double sum, double count, double min, double max) {
    ensureRoom(1);
    times[size] = timeMillis;
    sums[size] = sum;
    counts[size] = count;
    mins[size] = min;
    maxes[size] = max;
    size++;
  }

  /// Merges into the last entry if it has the same time, else adds an entry.
  ///
  /// @param timeMillis first millisecond of the interval, not before that of the last entry
  public void accumulate(long timeMillis, double sum, double count, double min, double max) {
    int last = size - 1;
    if (last < 0 || times[last] != timeMillis) {
      add(timeMillis, sum, count, min, max);
      return;
    }
    sums[last] += sum;
    counts[last] += count;
    mins[last] = min < mins[last] ? min : mins[last];
    maxes[last] = max > maxes[last] ? max : maxes[last];
  }

  /// Adds the entries of another buffer, which are later.
  public void addAll(RollupBuffer other) {
    for (int i = 0; i < other.size; i++) {
      add(other.times[i], other.sums[i], other.counts[i], other.mins[i], other.maxes[i]);
    }
  }

  /// Removes the entries whose times match.
  public void removeIf(LongPredicate time) {
    int left = 0;
    for (int i = 0; i < size; i++) {
      if (!time.test(times[i])) {
        times[left] = times[i];
        sums[left] = sums[i];
        counts[left] = counts[i];
        mins[left] = mins[i];
        maxes[left++] = maxes[i];
      }
    }
    size = left;
  }

  /// Makes room for more entries, so that a decoder can write into the arrays and then call
  /// `setSize`.
  public void ensureRoom(int count) {
    if (size + count > times.length) {
      int capacity = Math.max(size + count, times.length * 2);
      times = Arrays.copyOf(times, capacity);
      sums = Arrays.copyOf(sums, capacity);
      counts = Arrays.copyOf(counts, capacity);
      mins = Arrays.copyOf(mins, capacity);
      maxes = Arrays.copyOf(maxes, capacity);
    }
  }

  public void setSize(int size) {
    this.size = size;
  }

  public int size() {
    return size;
  }

  /// Returns the times. The first `size()` entries of each array are valid. Growing replaces the
  /// arrays.
  public long[] times() {
    return times;
  }

  public double[] sums() {
    return sums;
  }

  public double[] counts() {
    return counts;
  }

  public double[] mins() {
    return mins;
  }

  public double[] maxes() {
    return maxes;
  }
}
