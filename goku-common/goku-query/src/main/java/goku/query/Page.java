package goku.query;

import org.jspecify.annotations.Nullable;

/// What is read of each series for one page of a query's answer: the time of the page, and beyond
/// it as much as the page's values depend on. A series counts as part of its group when it has a
/// datapoint anywhere in the query's window, so that a group has the same tags on all pages.
///
/// Slots are downsampling steps, or single datapoints when the query does not downsample. A slot
/// belongs to the page in which it begins, and is read whole. Where empty slots are filled, those
/// of the page are made and no others.
///
/// @param fromMillis the beginning of the first slot
/// @param toMillis the beginning of the first slot behind the page
/// @param slots null when the query does not downsample
/// @param before how many slots with datapoints are read before the page, however far away they are
/// @param after the same behind the page
/// @param integers whether it matters that all values in the window of the query are integers: then
///   series are looked through until one is found that is none
public record Page(
    long fromMillis,
    long toMillis,
    @Nullable Interval slots,
    int before,
    int after,
    boolean integers) {
  /// All that there is.
  public static final int ALL = Integer.MAX_VALUE;

  public Page {
    if (toMillis < fromMillis) {
      throw new IllegalArgumentException(
          "toMillis=%d lies before fromMillis=%d".formatted(toMillis, fromMillis));
    }
    if (slots instanceof Interval.Everything) {
      throw new IllegalArgumentException("one bucket of everything cannot be cut into pages");
    }
  }

  /// The beginning of the slot that holds the time.
  public long startOf(long millis) {
    return slots instanceof Interval.Steps steps ? steps.floor(millis) : millis;
  }

  /// The first millisecond behind the slot that holds the time.
  public long endOf(long millis) {
    return slots instanceof Interval.Steps steps ? steps.next(steps.floor(millis)) : millis + 1;
  }
}
