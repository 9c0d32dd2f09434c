package goku.integration.reference;

import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/// The hours that are read: "Data are read in whole hours: from the start (or the beginning of its
/// downsampling interval) rounded down to the hour, up to the hour that follows end + 1 s (end of
/// the interval, when downsampling)."
///
/// @param fromMillis inclusive
/// @param toMillis exclusive
record Window(long fromMillis, long toMillis) {
  private static final long HOUR = 3_600_000;

  static Window of(Request request, @Nullable Downsampling downsampling) {
    long first = floor(request.startMillis(), 1000);
    long last = floor(request.endMillis(), 1000) + 1000;
    if (downsampling == null || downsampling.isAll()) {
      return new Window(floor(first, HOUR), floor(last, HOUR) + HOUR);
    }
    long interval = downsampling.lengthMillis();
    // OpenTSDB calculates in seconds: less than one of an interval is forgotten
    long beforeFirst = floor(first % interval, 1000);
    long afterLast = floor(interval - last % interval, 1000);
    return new Window(floor(first - beforeFirst, HOUR), -floor(-(last + afterLast), HOUR));
  }

  NavigableMap<Long, Double> cut(NavigableMap<Long, Double> points) {
    return points.subMap(fromMillis, true, toMillis, false);
  }

  private static long floor(long value, long unit) {
    return Math.floorDiv(value, unit) * unit;
  }
}
