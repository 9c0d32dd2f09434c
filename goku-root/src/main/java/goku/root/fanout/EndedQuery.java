package goku.root.fanout;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A query that was answered, rejected or aborted.
///
/// @param status the HTTP status; 499 if the client disconnected before the end of the answer
/// @param error empty if there was none
public record EndedQuery(
    long id,
    String asker,
    Instant began,
    Duration took,
    List<KeptQuery> queries,
    QueryCost cost,
    int status,
    String error) {
  public EndedQuery {
    queries = List.copyOf(queries);
  }
}
