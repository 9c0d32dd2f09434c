package goku.query;

import goku.model.PointBuffer;
import goku.model.TimeRange;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The beginnings of the downsampling steps inside a query's range: all timestamps that its answer
/// can have. Immutable.
public final class Grid {
  private final TimeRange range;
  private final long[] times;

  private Grid(TimeRange range, long[] times) {
    this.range = range;
    this.times = times;
  }

  /// Returns the grid, or null if it could have more than `maxSlots` slots.
  public static @Nullable Grid of(Downsample downsample, TimeRange range, int maxSlots) {
    return switch (downsample.interval()) {
      case Interval.Everything all -> new Grid(range, new long[] {range.startMillis()});
      case Interval.Steps steps -> {
        long slots = (range.endMillis() - range.startMillis()) / steps.lengthMillis() + 2;
        yield slots > maxSlots ? null : new Grid(range, starts(steps, range, (int) slots));
      }
    };
  }

  private static long[] starts(Interval.Steps steps, TimeRange range, int expected) {
    long[] starts = new long[expected];
    int count = 0;
    long start = steps.floor(range.startMillis());
    long last = steps instanceof Interval.Aligned ? range.endMillis() - 1 : range.endMillis();
    for (; start <= last; start = steps.next(start)) {
      if (start >= range.startMillis()) {
        if (count == starts.length) { // a calendar's steps can be shorter than their length
          starts = Arrays.copyOf(starts, count * 2);
        }
        starts[count++] = start;
      }
    }
    return Arrays.copyOf(starts, count);
  }

  public int size() {
    return times.length;
  }

  /// Returns the beginnings, ascending. Callers must not change the array.
  public long[] times() {
    return times;
  }

  public long startMillis() {
    return range.startMillis();
  }

  public long endMillis() {
    return range.endMillis();
  }

  /// Returns the first slot that does not begin before the time; `size()` if all do.
  public int firstAtOrAfter(long timestampMillis) {
    return PointBuffer.firstAtOrAfter(times, times.length, timestampMillis);
  }
}
