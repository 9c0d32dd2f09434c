package goku.root.fanout;

import goku.query.control.QueryControl;
import goku.root.planning.SeriesQuery;
import java.time.Instant;
import java.util.List;

/// A query in progress on this root.
///
/// @param asker the client's name, for display
public record RunningQuery(
    long id, String asker, Instant began, List<SeriesQuery> queries, List<QueryControl> controls) {
  public RunningQuery {
    queries = List.copyOf(queries);
    controls = List.copyOf(controls);
  }

  public QueryCost cost() {
    return QueryCost.of(controls);
  }

  void cancel(String reason) {
    controls.forEach(control -> control.cancel(reason));
  }
}
