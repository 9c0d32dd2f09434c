package goku.compactor.merge;

import goku.model.PointBuffer;
import java.util.Arrays;

/// A merge of two ascending runs that follow each other in a buffer. Owned by one thread.
final class RunMerge {
  private long[] timestamps = {};
  private double[] values = {};

  /// Merges the datapoints from `second` on with those before it; both runs ascend. Of two with the
  /// same timestamp, the one from the second run stays. In most cases the whole second run is
  /// later, and there is nothing to do.
  void apply(PointBuffer points, int second) {
    int size = points.size();
    long[] times = points.timestamps();
    if (second == 0 || second == size || times[second - 1] < times[second]) {
      return;
    }
    int found = Arrays.binarySearch(times, 0, second, times[second]);
    int first = found >= 0 ? found : -found - 1;
    int length = second - first;
    keep(points, first, length);
    // writes never overtake the reads of the second run: the first run was copied out of the way
    int left = 0;
    int right = second;
    int to = first;
    while (left < length && right < size) {
      if (timestamps[left] < times[right]) {
        to = put(points, to, timestamps[left], values[left]);
        left++;
      } else {
        left += timestamps[left] == times[right] ? 1 : 0;
        to = put(points, to, times[right], points.words()[right]);
        right++;
      }
    }
    System.arraycopy(timestamps, left, times, to, length - left);
    System.arraycopy(values, left, points.words(), to, length - left);
    to += length - left;
    System.arraycopy(times, right, times, to, size - right);
    System.arraycopy(points.words(), right, points.words(), to, size - right);
    points.setSize(to + size - right);
  }

  private void keep(PointBuffer points, int from, int length) {
    if (timestamps.length < length) {
      timestamps = new long[length * 2];
      values = new double[length * 2];
    }
    System.arraycopy(points.timestamps(), from, timestamps, 0, length);
    System.arraycopy(points.words(), from, values, 0, length);
  }

  private static int put(PointBuffer points, int at, long timestamp, double value) {
    points.timestamps()[at] = timestamp;
    points.words()[at] = value;
    return at + 1;
  }
}
