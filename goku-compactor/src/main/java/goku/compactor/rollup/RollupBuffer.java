package goku.compactor.rollup;

import goku.model.PointBuffer;
import goku.model.ValueType;
import goku.model.histogram.HistogramSum;
import java.util.Arrays;
import java.util.function.LongPredicate;

/// A growable buffer of the rollups of one series in primitive arrays, reused from series to
/// series. Owned by one thread.
///
/// The rollup of histograms is their sum and their number. Minima and maxima are then zero.
public final class RollupBuffer {
  private static final int FIRST_CAPACITY = 64;

  /// The times, and the sums of doubles or of histograms.
  private final PointBuffer summed = new PointBuffer();

  private double[] counts = new double[FIRST_CAPACITY];
  private double[] mins = new double[FIRST_CAPACITY];
  private double[] maxes = new double[FIRST_CAPACITY];

  /// The sum of the last entry and of more histograms.
  private final HistogramSum more = new HistogramSum();

  public void clear() {
    summed.clear();
  }

  /// Adds an entry after the last one.
  ///
  /// @param timeMillis first millisecond of the interval
  public void add(long timeMillis, double sum, double count, double min, double max) {
    ensureRoom(1);
    set(size(), count, min, max);
    summed.add(timeMillis, sum);
  }

  /// Merges into the last entry if it has the same time, else adds an entry.
  ///
  /// @param timeMillis first millisecond of the interval, not before that of the last entry
  public void accumulate(long timeMillis, double sum, double count, double min, double max) {
    int last = size() - 1;
    if (last < 0 || times()[last] != timeMillis) {
      add(timeMillis, sum, count, min, max);
      return;
    }
    sums()[last] += sum;
    counts[last] += count;
    mins[last] = min < mins[last] ? min : mins[last];
    maxes[last] = max > maxes[last] ? max : maxes[last];
  }

  /// Merges histograms into the last entry if it has the same time, else adds an entry.
  ///
  /// @param timeMillis first millisecond of the interval, not before that of the last entry
  /// @param sum sum of the histograms, at least one
  public void accumulate(long timeMillis, HistogramSum sum, double count) {
    int last = size() - 1;
    if (last < 0 || times()[last] != timeMillis) {
      ensureRoom(1);
      set(size(), count, 0, 0);
      summed.addHistogram(timeMillis, sum.addTo(summed.histograms()));
      return;
    }
    more.clear();
    more.add(summed.histograms(), summed.histogram(last));
    more.add(sum);
    sums()[last] = ValueType.word(more.addTo(summed.histograms()));
    counts[last] += count;
  }

  /// Adds the entries of another buffer, which are later.
  public void addAll(RollupBuffer other) {
    int from = size();
    ensureRoom(other.size());
    summed.addAll(other.summed, 0, other.size());
    System.arraycopy(other.counts, 0, counts, from, other.size());
    System.arraycopy(other.mins, 0, mins, from, other.size());
    System.arraycopy(other.maxes, 0, maxes, from, other.size());
  }

  /// Removes the entries whose times match.
  public void removeIf(LongPredicate time) {
    int left = 0;
    for (int i = 0; i < size(); i++) {
      if (!time.test(times()[i])) {
        set(left++, counts[i], mins[i], maxes[i]);
      }
    }
    summed.removeIf(0, time);
  }

  /// Makes room for more entries, so that a decoder can write into the arrays and then call
  /// `setSize`.
  public void ensureRoom(int count) {
    int needed = size() + count;
    if (needed > counts.length) {
      int capacity = Math.max(needed, counts.length * 2);
      counts = Arrays.copyOf(counts, capacity);
      mins = Arrays.copyOf(mins, capacity);
      maxes = Arrays.copyOf(maxes, capacity);
    }
    summed.ensureRoom(count);
  }

  public void setSize(int size) {
    summed.setSize(size);
  }

  public int size() {
    return summed.size();
  }

  /// Returns the times and the sums. A decoder of sums that are no doubles needs `join`.
  public PointBuffer summed() {
    return summed;
  }

  /// Returns the times. The first `size()` entries of each array are valid. Growing replaces the
  /// arrays.
  public long[] times() {
    return summed.timestamps();
  }

  /// Returns the sums, or the handles of summed histograms.
  public double[] sums() {
    return summed.words();
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

  private void set(int at, double count, double min, double max) {
    counts[at] = count;
    mins[at] = min;
    maxes[at] = max;
  }
}
