package goku.query;

import goku.model.PointBuffer;
import goku.model.TimeRange;
import java.util.List;

/// Reads series of a selection, one after the other. Owned by one thread at a time; good until the
/// selection is closed.
public interface SeriesReader {
  /// Says that the series at these positions are read next, so that what they need can be brought
  /// near while nothing waits for it. Returns a number without meaning, which the caller keeps so
  /// that the loads are not optimised away.
  default long prefetch(int[] positions, int from, int to) {
    return 0;
  }

  /// The pieces of time in which series are stored, ascending and apart from each other: what the
  /// other `read` reads at once. No datapoint of the selection lies outside of them.
  default List<TimeRange> pieces() {
    return List.of(new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE));
  }

  /// The same as `read` for the datapoints of one piece of time.
  ///
  /// @param piece position in `pieces()`
  default void read(int position, int piece, PointBuffer into) {
    read(position, into);
  }

  /// Replaces the buffer's content by the datapoints of the series inside the selection's range, in
  /// ascending order, one for each timestamp: the last that arrived. Where rollups stand for
  /// datapoints, the timestamp is the first millisecond of their interval; see `Resolution`.
  void read(int position, PointBuffer into);
}
