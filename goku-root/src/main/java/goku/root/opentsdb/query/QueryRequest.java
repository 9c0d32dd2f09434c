package goku.root.opentsdb.query;

import goku.root.opentsdb.annotation.AnnotationChoice;
import goku.root.opentsdb.language.SubQuery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request to `/api/query` by GET, POST or DELETE, not yet interpreted.
///
/// @param delete whether the datapoints in the range are deleted once they are read
public record QueryRequest(
    @Nullable String start,
    @Nullable String end,
    @Nullable String timezone,
    boolean useCalendar,
    Form form,
    boolean delete,
    List<SubQuery> queries) {
  public QueryRequest {
    queries = List.copyOf(queries);
  }

  QueryRequest with(List<SubQuery> others) {
    return new QueryRequest(start, end, timezone, useCalendar, form, delete, others);
  }

  /// Returns the request for another range.
  QueryRequest between(String from, String to) {
    return new QueryRequest(from, to, timezone, useCalendar, form, delete, queries);
  }

  /// The format of the answer.
  ///
  /// @param milliseconds timestamps in milliseconds instead of seconds
  /// @param arrays datapoints as `[[timestamp, value], ..]` instead of a map
  public record Form(
      boolean milliseconds,
      boolean arrays,
      boolean showTsuids,
      boolean showQuery,
      boolean showStats,
      boolean showSummary,
      AnnotationChoice annotations) {}
}
