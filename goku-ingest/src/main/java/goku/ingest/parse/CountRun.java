package goku.ingest.parse;

import goku.model.histogram.HistogramShape;
import java.util.Arrays;

/// The counts of adjacent exponential ranges of one sign, without outer counts of 0. Owned by one
/// thread.
final class CountRun {
  private long[] counts = {};
  private int size;

  /// The counts of 0 before the first other one.
  private long leading;

  /// The counts of 0 after the last other one.
  private long trailing;

  void clear() {
    size = 0;
    leading = 0;
    trailing = 0;
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

  /// Returns the number of counts before the first one that is kept.
  long leading() {
    return leading;
  }
}
