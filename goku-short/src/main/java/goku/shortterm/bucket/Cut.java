package goku.shortterm.bucket;

import goku.model.PointBuffer;
import goku.model.TimeRange;

/// The removal of a range of times from the datapoints of a series.
final class Cut {
  private Cut() {}

  /// Removes datapoints in the range from the buffer, whose times ascend. Returns their number.
  static int from(PointBuffer points, TimeRange range) {
    int from = points.firstAtOrAfter(range.startMillis());
    boolean open = range.endMillis() == Long.MAX_VALUE;
    int to = open ? points.size() : points.firstAtOrAfter(range.endMillis() + 1);
    int behind = points.size() - to;
    System.arraycopy(points.timestamps(), to, points.timestamps(), from, behind);
    System.arraycopy(points.words(), to, points.words(), from, behind);
    points.setSize(from + behind);
    return to - from;
  }
}
