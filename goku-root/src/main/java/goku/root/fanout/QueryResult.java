package goku.root.fanout;

import goku.eventloop.EventLoop;
import goku.http.HttpError;
import goku.http.HttpResponse;
import goku.root.planning.QueryPlan;
import goku.root.slow.QueryTrace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The result of the sub-queries of one request, streamed while the nodes compute it. Owned by one
/// thread.
public final class QueryResult implements AutoCloseable {
  private static final int CLIENT_GONE = 499;
  private static final String KEPT_HEADER = "X-Goku-Kept-From";

  private final List<GroupStream> queries;
  private final RunningQuery running;
  private final QueryLog log;
  private final QueryTrace trace;
  private @Nullable HttpError refusal;
  private boolean complete;

  /// Creates a result.
  ///
  /// @param trace receives the measurements when the query ends
  QueryResult(List<GroupStream> queries, RunningQuery running, QueryLog log, QueryTrace trace) {
    this.queries = List.copyOf(queries);
    this.running = running;
    this.log = log;
    this.trace = trace;
  }

  public List<GroupStream> queries() {
    return queries;
  }

  public Shortfall shortfall() {
    return queries.stream().map(GroupStream::shortfall).reduce(Shortfall.NONE, Shortfall::with);
  }

  /// Returns the approximate number of stored datapoints in the page. Requires a query for a page.
  public long pageDatapoints() {
    return queries.stream().mapToLong(GroupStream::pageDatapoints).sum();
  }

  /// Adds a header with the start of the data in memory, if earlier data of the answer have expired
  /// because the namespace is only kept in memory. The answer still counts as complete, because no
  /// retry can return more.
  public HttpResponse markKept(HttpResponse response) {
    long from = queries.stream().mapToLong(GroupStream::keptFromMillis).max().orElse(QueryPlan.ALL);
    if (from == QueryPlan.ALL) {
      return response;
    }
    Map<String, String> headers = new HashMap<>(response.headers());
    headers.put(KEPT_HEADER, Long.toString(from));
    return new HttpResponse(response.status(), response.contentType(), headers, response.body());
  }

  /// Ends the query with an error that did not come from its streams.
  public void refuse(HttpError reason) {
    refusal = reason;
    close();
  }

  /// Ends the query without an error because another query replaces it.
  public void replaced(String why) {
    end(200, why);
    close();
  }

  /// Marks the result as written completely.
  public void complete() {
    complete = true;
  }

  /// Ends the calls that are still in progress.
  @Override
  public void close() {
    HttpError error = refusal;
    for (GroupStream query : queries) {
      error = error == null ? query.failure() : error;
    }
    if (error != null) {
      end(error.status(), String.valueOf(error.getMessage()));
    } else if (complete) {
      end(200, "");
    } else if (EventLoop.isCurrent()) {
      log.forget(running);
    } else {
      end(CLIENT_GONE, "");
    }
    queries.forEach(GroupStream::close);
  }

  private void end(int status, String error) {
    if (log.end(running, status, error)) {
      QueryCost cost = running.cost();
      Set<String> origins = new HashSet<>();
      queries.forEach(query -> origins.addAll(query.origins()));
      trace.read(cost.series(), cost.datapoints(), cost.workNanos(), origins);
    }
  }
}
