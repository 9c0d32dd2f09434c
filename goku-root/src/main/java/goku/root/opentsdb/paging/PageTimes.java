package goku.root.opentsdb.paging;

import goku.model.Tier;
import goku.model.TimeRange;
import java.util.List;

/// The ends of pages: multiples of GokuS's bucket, and of the windows of the tiers if the
/// datapoints are sparse enough (sections 4.6.3 and 5.3 of the paper), so that a page mostly ends
/// with a stored bucket.
///
/// @param size the wanted size
/// @param leastMillis the shortest page: the longest downsampling interval of the query
public record PageTimes(PageSize size, long leastMillis) {
  private static final long MINUTE_MILLIS = 60_000;
  private static final long BUCKET_MILLIS = Tier.MEMORY_BUCKET.toMillis();

  /// The lengths of pages in minutes, each a multiple of the one before: parts of a bucket of
  /// GokuS, the bucket of 2 h, and the windows of tiers, 6 h, 12 h, 1 d, 4 d, 16 d, 64 d.
  private static final List<Long> STEPS =
      List.of(1L, 5L, 10L, 30L, 60L, 120L, 360L, 720L, 1440L, 5760L, 23_040L, 92_160L);

  /// The largest ratio of a page to the one before. Later data may not be as sparse.
  private static final int GROWTH = 8;

  /// The ratio of a bucket's datapoints to the wanted number from which on a bucket is cut into
  /// pages: it is decoded again for each of them.
  private static final int DENSE = 8;

  /// Returns the first page of a range, whose datapoints are not known yet.
  public TimeRange first(TimeRange range) {
    return page(range.startMillis(), range, step(BUCKET_MILLIS));
  }

  /// Returns the page, or a shorter one with the same start if it has far too many datapoints.
  ///
  /// @param datapoints the approximate number of datapoints in the page
  public TimeRange fitting(TimeRange page, long datapoints) {
    return datapoints / DENSE > size.datapoints() && size.spanMillis() == 0
        ? page(page.startMillis(), page, step(wanted(page, datapoints)))
        : page;
  }

  /// Returns the page after another one, which must not be the last.
  ///
  /// @param datapoints the approximate number of datapoints in the other page
  public TimeRange next(TimeRange page, long datapoints, TimeRange range) {
    return page(page.endMillis() + 1, range, step(wanted(page, datapoints)));
  }

  /// Returns the page with the same start and the wanted span, if one is wanted.
  public TimeRange resized(TimeRange page, TimeRange range) {
    return size.spanMillis() == 0 ? page : page(page.startMillis(), range, step(0));
  }

  private long wanted(TimeRange page, long datapoints) {
    long length = page.endMillis() - page.startMillis() + 1;
    return (long) (length * Math.min(GROWTH, (double) size.datapoints() / Math.max(1, datapoints)));
  }

  private long step(long wantedMillis) {
    if (size.spanMillis() > 0) {
      return Math.max(size.spanMillis(), leastMillis);
    }
    long most =
        wantedMillis < BUCKET_MILLIS ? Math.min(wantedMillis * DENSE, BUCKET_MILLIS) : wantedMillis;
    long step = MINUTE_MILLIS;
    for (long minutes : STEPS) {
      long longer = minutes * MINUTE_MILLIS;
      if (longer <= most || step < leastMillis) {
        step = longer;
      }
    }
    return Math.max(step, leastMillis);
  }

  /// Returns the page up to the next multiple of the step.
  private static TimeRange page(long startMillis, TimeRange range, long step) {
    long end = (startMillis / step + 1) * step - 1;
    return new TimeRange(startMillis, Math.min(end, range.endMillis()));
  }
}
