package goku.codec;

import goku.model.PointBuffer;
import org.jspecify.annotations.Nullable;

/// A grid of timestamps with one step between neighbours, such as those of an agent. Each datapoint
/// on the grid has a known place, so sorting needs no comparison.
///
/// @param first the smallest timestamp
/// @param step distance between neighbouring places, at least 1
/// @param places number of places from the smallest to the greatest timestamp
record EvenGrid(long first, long step, int places) {
  /// The largest number of places per datapoint. Emptier grids do not pay.
  private static final int PLACES_A_POINT = 4;

  /// Returns the grid whose step is the smallest distance between consecutive datapoints, or null
  /// if it would have too many places. Some datapoints may not be on the grid.
  static @Nullable EvenGrid of(long[] timestamps, int from, int end) {
    long first = timestamps[from];
    long last = first;
    long step = Long.MAX_VALUE;
    for (int i = from + 1; i < end; i++) {
      long timestamp = timestamps[i];
      long distance = Math.abs(timestamp - timestamps[i - 1]);
      step = distance > 0 && distance < step ? distance : step;
      first = Math.min(first, timestamp);
      last = Math.max(last, timestamp);
    }
    long places = (last - first) / step + 1;
    return last - first < 0 || places > (long) PLACES_A_POINT * (end - from)
        ? null
        : new EvenGrid(first, step, (int) places);
  }

  /// Sorts the datapoints from index `from` on. Of datapoints with the same timestamp, the last is
  /// kept. Returns false, and changes nothing, if a datapoint is not on the grid.
  boolean sortKeepingLast(PointBuffer points, int from) {
    long[] timestamps = points.timestamps();
    double[] values = points.words();
    double[] placed = new double[places];
    long[] taken = new long[(places >>> 6) + 1];
    double steps = 1.0 / step;
    for (int i = from; i < points.size(); i++) {
      long distance = timestamps[i] - first;
      int place = (int) (distance * steps + 0.5); // rounded; far fewer than 2^52 places
      if (place * step != distance) {
        return false;
      }
      placed[place] = values[i];
      taken[place >>> 6] |= 1L << place;
    }
    int to = from;
    for (int word = 0; word < taken.length; word++) {
      for (long left = taken[word]; left != 0; left &= left - 1) {
        int place = (word << 6) + Long.numberOfTrailingZeros(left);
        timestamps[to] = first + place * step;
        values[to++] = placed[place];
      }
    }
    points.setSize(to);
    return true;
  }
}
