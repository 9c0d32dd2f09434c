package goku.codec.block;

import goku.model.histogram.ExponentialShape;
import goku.model.histogram.HistogramShape;
import java.util.ArrayList;
import java.util.List;

/// Histograms of a block whose counts are in the same columns: those of one fixed shape, or
/// exponential ones of one scale. Owned by one thread.
final class HistogramFamily {
  /// The number of columns up to which an exponential shape joins a family that lacks its ranges.
  private static final int MAX_COLUMNS = 512;

  private HistogramShape shape;
  private final List<Integer> entries = new ArrayList<>();

  /// @param shape the shape of its first histogram, without outer ranges that have no measurements
  HistogramFamily(HistogramShape shape) {
    this.shape = shape;
  }

  /// Returns the shape that has the ranges of all histograms.
  HistogramShape shape() {
    return shape;
  }

  /// Returns the numbers of the histograms in the block, ascending.
  List<Integer> entries() {
    return entries;
  }

  void add(int entry) {
    entries.add(entry);
  }

  /// Returns whether histograms of the shape can join. Widens the family for them.
  ///
  /// @param added shape without outer ranges that have no measurements
  boolean takes(HistogramShape added) {
    if (shape.equals(added)) {
      return true;
    }
    if (!(shape instanceof ExponentialShape mine)
        || !(added instanceof ExponentialShape theirs)
        || !mine.isLike(theirs)) {
      return false;
    }
    int most = Math.max(MAX_COLUMNS, Math.max(mine.counts(), theirs.counts()));
    ExponentialShape both = mine.covering(theirs, most);
    if (both == null) {
      return false;
    }
    shape = both;
    return true;
  }
}
