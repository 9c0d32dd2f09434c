package goku.codec;

import goku.model.PointBuffer;
import org.jspecify.annotations.Nullable;

/// The times of datapoints that are multiples of one step after the first of them, as those of an
/// agent are: then each has its place without a comparison, in whatever order they came.
///
/// @param first the least timestamp
/// @param step between neighbouring places, at least 1
/// @param places as many as there are from the least timestamp to the greatest
record EvenGrid(long first, long step, int places) {
  /// Emptier grids are not worth their places.
  private static final int PLACES_A_POINT = 4;

  /// The grid with the smallest step between datapoints that came one after the other; null when
  /// there would be too many places. Whether all datapoints lie on it is not known yet.
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

  /// Sorts the datapoints from index `from` on; of those with the same timestamp the last stays.
  /// False, and nothing is changed, when one does not lie on the grid.
  boolean sortKeepingLast(PointBuffer points, int from) {
    long[] timestamps = points.timestamps();
    double[] values = points.values();
    double[] placed = new double[places];
    long[] taken = new long[(places >>> 6) + 1];
    double steps = 1.0 / step;
    for (int i = from; i < points.size(); i++) {
      long distance = timestamps[i] - first;
      int place = (int) (distance * steps + 0.5); // the nearest: far fewer than 2^52 lie before
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
