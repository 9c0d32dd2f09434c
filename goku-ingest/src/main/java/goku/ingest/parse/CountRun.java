package goku.ingest.parse;

import goku.model.histogram.ExponentialShape.Span;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.InvalidHistogramException;
import java.util.Arrays;

/// The counts of adjacent exponential ranges of one sign, without outer counts of 0. Owned by one
/// thread.
final class CountRun {
  private long offset;
  private long[] counts = {};
  private int size;

  /// The counts of 0 before the first other one.
  private long leading;

  /// The counts of 0 after the last other one.
  private long trailing;

  void clear() {
    offset = 0;
    clearCounts();
  }

  void clearCounts() {
    size = 0;
    leading = 0;
    trailing = 0;
  }

  /// Sets the index of the range of the first count, which may be 0.
  void offset(long first) {
    offset = first;
  }

  long offset() {
    return offset;
  }

  /// Adds the next count. Returns false if there are too many without the outer counts of 0.
  boolean add(long count) {
    if (count == 0) {
      leading += size == 0 ? 1 : 0;
      trailing += size == 0 ? 0 : 1;
      return true;
    }
    if (size + trailing >= HistogramShape.MAX_SENT) {
      return false;
    }
    int at = size + (int) trailing;
    if (at >= counts.length) {
      counts = Arrays.copyOf(counts, Math.clamp(2L * at, 16, HistogramShape.MAX_SENT));
    }
    Arrays.fill(counts, size, at, 0);
    counts[at] = count;
    size = at + 1;
    trailing = 0;
    return true;
  }

  int size() {
    return size;
  }

  long count(int index) {
    return counts[index];
  }

  /// Returns the ranges.
  ///
  /// @throws InvalidHistogramException if they lie outside of those of doubles
  /// @throws ArithmeticException if their indexes do not fit an int
  Span span() {
    return size == 0 ? Span.NONE : new Span(Math.toIntExact(Math.addExact(offset, leading)), size);
  }
}
