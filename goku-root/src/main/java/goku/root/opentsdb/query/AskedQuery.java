package goku.root.opentsdb.query;

import goku.model.TimeRange;
import goku.root.fanout.Shortfall;
import goku.root.opentsdb.annotation.AnnotationChoice;
import goku.root.planning.SeriesQuery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The query of a request.
///
/// @param queries one per sub query of the request, only for the page's range if there is one
/// @param unresolved the times for which series of TSUIDs with an unknown metric may be missing
/// @param takesPartial whether a partial answer is accepted
/// @param turn the requested page; null for the whole answer
record AskedQuery(
    QueryRequest request,
    List<SeriesQuery> queries,
    Gaps gaps,
    Shortfall unresolved,
    boolean takesPartial,
    @Nullable PageTurn turn) {
  AskedQuery {
    queries = List.copyOf(queries);
  }

  /// Returns the query for a shorter page.
  AskedQuery of(PageTurn shorter) {
    return new AskedQuery(
        request,
        queries.stream().map(query -> query.page(shorter.page())).toList(),
        gaps,
        unresolved,
        takesPartial,
        shorter);
  }

  TimeRange range() {
    return queries.getFirst().range();
  }

  /// Returns the annotations to include. They are all in the first page, which has all groups.
  AnnotationChoice annotations() {
    return turn == null || turn.isFirst() ? request.form().annotations() : AnnotationChoice.NONE;
  }
}
