package goku.query.merge;

import goku.model.TimeRange;
import goku.query.Interpolation;
import goku.query.SeriesPartial;
import java.util.Arrays;
import java.util.List;

/// Walks over the timestamps of a group of series, each of which is a timestamp of at least one of
/// them, and gives the value of every series that takes part there: from its first to its last
/// point, interpolated in between.
///
/// Rates are not interpolated, a series keeps its last one; and a series of rates takes part from
/// the very beginning with its first rate, at whose own time it gives no timestamp (see `Rate`).
final class GroupWalk {
  private final long[][] timestamps;
  private final double[][] values;
  private final int[] next;
  private final boolean rates;
  private final Interpolation interpolation;
  private final long end;
  private long now;

  GroupWalk(
      List<SeriesPartial> series, boolean rates, Interpolation interpolation, TimeRange range) {
    this.timestamps = series.stream().map(SeriesPartial::timestamps).toArray(long[][]::new);
    this.values = series.stream().map(SeriesPartial::values).toArray(double[][]::new);
    this.next = new int[timestamps.length];
    this.rates = rates;
    this.interpolation = interpolation;
    this.end = range.endMillis();
    for (int i = 0; i < next.length; i++) {
      next[i] = firstAtOrAfter(timestamps[i], range.startMillis());
      if (rates) {
        // a single rate is the one since the epoch, which is no rate at all
        next[i] = timestamps[i].length < 2 ? -1 : Math.max(1, next[i]);
      }
    }
  }

  /// Moves to the next timestamp of the range, if there is one.
  boolean advance() {
    long min = Long.MAX_VALUE;
    for (int i = 0; i < next.length; i++) {
      int position = next[i];
      if (position >= 0 && position < timestamps[i].length) {
        min = Math.min(min, timestamps[i][position]);
      }
    }
    if (min > end) {
      return false;
    }
    for (int i = 0; i < next.length; i++) {
      int position = next[i];
      if (position >= 0 && position < timestamps[i].length && timestamps[i][position] == min) {
        next[i]++;
      }
    }
    now = min;
    return true;
  }

  long timestamp() {
    return now;
  }

  /// Fills in the values at the timestamp, in the order of the series; returns their number.
  int doubles(double[] into) {
    int count = 0;
    for (int i = 0; i < next.length; i++) {
      if (takesPart(i)) {
        into[count++] = doubleAt(i, next[i] - 1);
      }
    }
    return count;
  }

  /// The same for series of integers, which are never rates.
  int longs(long[] into) {
    int count = 0;
    for (int i = 0; i < next.length; i++) {
      if (takesPart(i)) {
        into[count++] = longAt(i, next[i] - 1);
      }
    }
    return count;
  }

  private boolean takesPart(int i) {
    int position = next[i] - 1;
    return position >= 0 && (position < timestamps[i].length - 1 || timestamps[i][position] == now);
  }

  private double doubleAt(int i, int position) {
    long[] times = timestamps[i];
    double[] points = values[i];
    if (rates || times[position] == now) {
      return points[position];
    }
    return interpolation.between(
        now, times[position], points[position], times[position + 1], points[position + 1]);
  }

  private long longAt(int i, int position) {
    long[] times = timestamps[i];
    double[] points = values[i];
    if (times[position] == now) {
      return (long) points[position];
    }
    return interpolation.between(
        now,
        times[position],
        (long) points[position],
        times[position + 1],
        (long) points[position + 1]);
  }

  private static int firstAtOrAfter(long[] timestamps, long millis) {
    int found = Arrays.binarySearch(timestamps, millis);
    return found >= 0 ? found : -found - 1;
  }
}
