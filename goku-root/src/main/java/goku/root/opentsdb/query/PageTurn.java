package goku.root.opentsdb.query;

import goku.model.TimeRange;
import goku.root.opentsdb.paging.PageTimes;
import org.jspecify.annotations.Nullable;

/// The page of an answer that is being given.
///
/// @param range of the whole query
record PageTurn(Cursor cursor, TimeRange range, PageTimes times) {
  /// Groups that have no datapoint in the page are only in the first one: every group is in it.
  boolean isFirst() {
    return page().startMillis() == range.startMillis();
  }

  TimeRange page() {
    return cursor.page();
  }

  /// The cursor of the next page; null behind the last one.
  ///
  /// @param datapoints that this one has, about
  @Nullable String next(long datapoints) {
    if (page().endMillis() >= range.endMillis()) {
      return null;
    }
    TimeRange next = times.next(page(), datapoints, range);
    return new Cursor(
            cursor.query(), cursor.gaps(), cursor.takesPartial(), next, cursor.size())
        .text();
  }
}
