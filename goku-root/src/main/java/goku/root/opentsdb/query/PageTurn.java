package goku.root.opentsdb.query;

import goku.model.TimeRange;
import goku.root.opentsdb.paging.PageTimes;
import org.jspecify.annotations.Nullable;

/// The page that a request asks for.
///
/// @param range the range of the whole query
/// @param adjustable whether the page may become shorter, because no cursor has set its end
record PageTurn(Cursor cursor, TimeRange range, PageTimes times, boolean adjustable) {
  /// Returns whether this is the first page, the only one that also has groups without datapoints.
  boolean isFirst() {
    return page().startMillis() == range.startMillis();
  }

  TimeRange page() {
    return cursor.page();
  }

  /// Returns the page, or a shorter one if it has far too many datapoints.
  ///
  /// @param datapoints the approximate number of datapoints of this page
  TimeRange fitting(long datapoints) {
    return adjustable ? times.fitting(page(), datapoints) : page();
  }

  /// Returns the turn of another page.
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
