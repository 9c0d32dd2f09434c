package goku.query;

import org.jspecify.annotations.Nullable;

/// The part of each series that is read for one page of a query's answer: the time of the page, and
/// beyond it as much as the page's values depend on. A series belongs to its group if it has a
/// datapoint anywhere in the query's window, so a group has the same tags on all pages.
///
/// Slots are downsampling steps, or single datapoints if the query does not downsample. A slot
/// belongs to the page in which it begins, and is read whole. Empty slots are filled only in the
/// page.
///
/// @param fromMillis the beginning of the first slot
/// @param toMillis the beginning of the first slot after the page
/// @param slots the downsampling steps; null if the query does not downsample
/// @param before the number of slots with datapoints to read before the page, however far away
/// @param after the same number for slots after the page
/// @param integers whether it matters that all values in the query's window are integers. If so,
///   series are read until one is found that has other values.
public record Page(
    long fromMillis,
    long toMillis,
    @Nullable Interval slots,
    int before,
    int after,
    boolean integers) {
  /// All slots that exist.
  public static final int ALL = Integer.MAX_VALUE;

  public Page {
    if (toMillis < fromMillis) {
      throw new IllegalArgumentException(
          "cannot read page toMillis=%d: it ends before fromMillis=%d"
              .formatted(toMillis, fromMillis));
    }
    if (slots instanceof Interval.Everything) {
      throw new IllegalArgumentException(
          "cannot divide interval=0all into pages: it is a single step");
    }
  }

  /// Returns the beginning of the slot that holds the time.
  public long startOf(long millis) {
    return slots instanceof Interval.Steps steps ? steps.floor(millis) : millis;
  }

  /// Returns the first millisecond after the slot that holds the time.
  public long endOf(long millis) {
    return slots instanceof Interval.Steps steps ? steps.next(steps.floor(millis)) : millis + 1;
  }
}
