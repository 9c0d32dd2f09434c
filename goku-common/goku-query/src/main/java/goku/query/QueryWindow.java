package goku.query;

import goku.model.TimeRange;
import org.jspecify.annotations.Nullable;

/// The range of a query and the window that is read for it. Datapoints in the window but outside
/// the range never appear in the answer, but take part in interpolation, rates and steps.
///
/// The window consists of whole hours, like OpenTSDB's rows. It begins with the hour of the range's
/// start (of its step's beginning). It ends with the hour that holds the range's end plus one
/// second (its step's end). Of steps that are aligned to the range, it is the range without its
/// end. It does not extend beyond the year 9999, however long the steps are.
public record QueryWindow(TimeRange range, TimeRange read) {
  private static final long SECOND = 1000;
  private static final long HOUR = 3600 * SECOND;

  /// The beginning of the year 10000. No query ends later, and arithmetic up to it cannot overflow.
  private static final long LAST_END = 253_402_300_800_000L;

  public static QueryWindow of(TimeRange range, @Nullable Downsample downsample) {
    if (downsample != null && downsample.interval() instanceof Interval.Aligned) {
      return new QueryWindow(range, new TimeRange(range.startMillis(), range.endMillis() - 1));
    }
    long start = range.startMillis() - range.startMillis() % SECOND;
    long end = range.endMillis() - range.endMillis() % SECOND + SECOND;
    if (downsample != null && downsample.interval() instanceof Interval.Steps steps) {
      long length = steps.lengthMillis();
      start -= wholeSeconds(start % length);
      long rest = wholeSeconds(length - end % length);
      end = rest < LAST_END - end ? (end + rest + HOUR - 1) / HOUR * HOUR : LAST_END;
    } else {
      end = end / HOUR * HOUR + HOUR;
    }
    return new QueryWindow(range, new TimeRange(Math.max(0, start / HOUR * HOUR), end - 1));
  }

  long endExclusive() {
    return read.endMillis() + 1;
  }

  private static long wholeSeconds(long millis) {
    return millis - millis % SECOND;
  }
}
