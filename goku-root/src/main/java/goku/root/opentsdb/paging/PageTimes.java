package goku.root.opentsdb.paging;

import goku.model.TimeRange;
import goku.model.Tier;
import java.util.List;

/// Where pages end: at multiples of GokuS's bucket, and of the windows of the tiers as far as the
/// datapoints are sparse enough (sections 4.6.3 and 5.3 of the paper), so that a page mostly ends
/// where a stored bucket does.
///
/// @param size wanted
/// @param leastMillis no page is shorter: the longest downsampling interval of the query
public record PageTimes(PageSize size, long leastMillis) {
  private static final long BUCKET_MILLIS = Tier.MEMORY_BUCKET.toMillis();

  /// Multiples of each other, in buckets of GokuS: 2 h, 6 h, 12 h, 1 d, 4 d, 16 d, 64 d.
  private static final List<Long> STEPS = List.of(1L, 3L, 6L, 12L, 48L, 192L, 768L);

  /// A page may be so many times longer than the one before: what comes is not known to be as
  /// sparse.
  private static final int GROWTH = 8;

  /// The first page of a range. Nothing is known of its datapoints, so it is short.
  public TimeRange first(TimeRange range) {
    return page(range.startMillis(), range, step(BUCKET_MILLIS));
  }

  /// The page behind another one; only if the range goes on.
  ///
  /// @param datapoints that the other one has, about
  public TimeRange next(TimeRange page, long datapoints, TimeRange range) {
    long length = page.endMillis() - page.startMillis() + 1;
    double growth = Math.min(GROWTH, (double) size.datapoints() / Math.max(1, datapoints));
    return page(page.endMillis() + 1, range, step((long) (length * growth)));
  }

  /// A page that begins where another one does, of the length that is wanted now.
  public TimeRange resized(TimeRange page, TimeRange range) {
    return size.spanMillis() == 0 ? page : page(page.startMillis(), range, step(0));
  }

  private long step(long wantedMillis) {
    if (size.spanMillis() > 0) {
      return Math.max(size.spanMillis(), leastMillis);
    }
    long step = BUCKET_MILLIS;
    for (long buckets : STEPS) {
      long longer = buckets * BUCKET_MILLIS;
      if (longer <= wantedMillis || step < leastMillis) {
        step = longer;
      }
    }
    return Math.max(step, leastMillis);
  }

  /// Up to the next multiple of the step.
  private static TimeRange page(long startMillis, TimeRange range, long step) {
    long end = (startMillis / step + 1) * step - 1;
    return new TimeRange(startMillis, Math.min(end, range.endMillis()));
  }
}
