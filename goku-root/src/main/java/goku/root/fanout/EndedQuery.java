package goku.root.fanout;

import goku.root.planning.SeriesQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A query that was answered, refused or given up.
///
/// @param status as of HTTP; 499 when the client did not wait for the whole answer
/// @param error empty if there was none
public record EndedQuery(
    long id,
    String asker,
    Instant began,
    Duration took,
    List<SeriesQuery> queries,
    QueryCost cost,
    int status,
    String error) {
  public EndedQuery {
    queries = List.copyOf(queries);
  }
}
