package goku.root.opentsdb.query;

import goku.model.TimeRange;
import goku.root.opentsdb.annotation.AnnotationChoice;
import goku.root.planning.SeriesQuery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The query of a request.
///
/// @param queries one per sub query of the request, maybe for a page of the answer
/// @param takesPartial a partial answer is better than none
/// @param turn the requested page; null for the whole answer
record AskedQuery(
    QueryRequest request,
    List<SeriesQuery> queries,
    Gaps gaps,
    boolean takesPartial,
    @Nullable PageTurn turn) {
  AskedQuery {
    queries = List.copyOf(queries);
  }

  /// The same with a shorter page.
  AskedQuery of(PageTurn shorter) {
    return new AskedQuery(
        request,
        queries.stream().map(query -> query.page(shorter.page())).toList(),
        gaps,
        takesPartial,
        shorter);
  }

  TimeRange range() {
    return queries.getFirst().range();
  }

  /// Annotations are all in the first page, whose groups are those of the whole answer.
  AnnotationChoice annotations() {
    return turn == null || turn.isFirst() ? request.form().annotations() : AnnotationChoice.NONE;
  }
}
