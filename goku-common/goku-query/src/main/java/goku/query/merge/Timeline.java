package goku.query.merge;

import goku.model.TimeRange;
import java.util.Arrays;
import java.util.List;

/// The timestamps of an answer: all in the range at which at least one series of the group has a
/// datapoint, distinct and ascending.
final class Timeline {
  private long[] times = {};

  private Timeline() {}

  static long[] of(List<SeriesCursor> series, TimeRange range) {
    var timeline = new Timeline();
    for (SeriesCursor one : series) {
      timeline.add(one.timestamps(), one.position(), range.endMillis());
    }
    return timeline.times;
  }

  private void add(long[] more, int from, long end) {
    int found = Arrays.binarySearch(more, end);
    int to = found >= 0 ? found + 1 : -found - 1;
    // fast path: all series of a group have the same timestamps
    if (from >= to || Arrays.equals(times, 0, times.length, more, from, to)) {
      return;
    }
    int missing = missing(more, from, to);
    if (missing > 0) {
      times = union(more, from, to, times.length + missing);
    }
  }

  private int missing(long[] more, int from, int to) {
    int missing = 0;
    int at = 0;
    for (int i = from; i < to; i++) {
      while (at < times.length && times[at] < more[i]) {
        at++;
      }
      if (at == times.length || times[at] != more[i]) {
        missing++;
      }
    }
    return missing;
  }

  private long[] union(long[] more, int from, int to, int size) {
    long[] union = new long[size];
    int at = 0;
    int next = from;
    for (int i = 0; i < size; i++) {
      long mine = at < times.length ? times[at] : Long.MAX_VALUE;
      long other = next < to ? more[next] : Long.MAX_VALUE;
      union[i] = Math.min(mine, other);
      at += mine == union[i] ? 1 : 0;
      next += other == union[i] ? 1 : 0;
    }
    return union;
  }
}
