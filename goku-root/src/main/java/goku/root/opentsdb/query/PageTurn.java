package goku.root.opentsdb.query;

import goku.model.TimeRange;
import goku.root.opentsdb.paging.PageTimes;
import org.jspecify.annotations.Nullable;

/// The page of an answer that is being given.
///
/// @param range of the whole query
/// @param adjustable no cursor has said where the page ends
record PageTurn(Cursor cursor, TimeRange range, PageTimes times, boolean adjustable) {
  /// Groups that have no datapoint in the page are only in the first one: every group is in it.
  boolean isFirst() {
    return page().startMillis() == range.startMillis();
  }

  TimeRange page() {
    return cursor.page();
  }

  /// The page as it should be: shorter if it has far too many datapoints.
  ///
  /// @param datapoints that it has, about
  TimeRange fitting(long datapoints) {
    return adjustable ? times.fitting(page(), datapoints) : page();
  }

  /// The same turn for another page.
  PageTurn of(TimeRange page) {
    var other =
        new Cursor(cursor.query(), cursor.gaps(), cursor.takesPartial(), page, cursor.size());
    return new PageTurn(other, range, times, false);
  }

  /// Returns the cursor of the next page; null after the last one.
  ///
  /// @param datapoints the approximate number of datapoints of this page
  @Nullable String next(long datapoints) {
    if (page().endMillis() >= range.endMillis()) {
      return null;
    }
    return of(times.next(page(), datapoints, range)).cursor().text();
  }
}
