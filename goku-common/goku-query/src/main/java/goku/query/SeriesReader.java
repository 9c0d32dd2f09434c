package goku.query;

import goku.model.PointBuffer;
import goku.model.TimeRange;
import java.util.List;

/// A reader of series of a selection, one after the other. Valid until the selection is closed.
/// Owned by one thread at a time.
public interface SeriesReader {
  /// Prefetches the data of the series at these positions, which are read next. Returns a
  /// meaningless number, which the caller keeps so that the JIT does not remove the loads.
  default long prefetch(int[] positions, int from, int to) {
    return 0;
  }

  /// Returns the pieces of time in which series are stored, ascending and disjoint. The other
  /// `read` reads one piece per call. All datapoints of the selection lie in a piece.
  default List<TimeRange> pieces() {
    return List.of(new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE));
  }

  /// Reads like the other `read`, but only datapoints of one piece of time.
  ///
  /// @param piece a position in `pieces()`
  default void read(int position, int piece, PointBuffer into) {
    read(position, into);
  }

  /// Replaces the buffer's content by the series' datapoints in the selection's range, ascending.
  /// Of datapoints with the same timestamp, the last that arrived counts. Where rollups stand for
  /// datapoints, the timestamp is the first millisecond of their interval; see `Resolution`.
  void read(int position, PointBuffer into);
}
