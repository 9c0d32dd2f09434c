package goku.root.fanout;

import goku.query.control.QueryControl;
import goku.root.planning.SeriesQuery;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The queries in progress, which can be cancelled, and the last finished ones. Queries that were
/// aborted for their cost are logged. Thread-safe.
public final class QueryLog {
  private static final Logger LOG = LoggerFactory.getLogger(QueryLog.class);

  /// The number of finished queries to keep, the same as in OpenTSDB.
  private static final int KEPT = 256;

  private final InstantSource clock;
  private final Consumer<String> asked;
  private final AtomicLong lastId = new AtomicLong();
  private final ConcurrentNavigableMap<Long, RunningQuery> running = new ConcurrentSkipListMap<>();

  /// Finished queries, the newest first. Guarded by itself.
  private final Deque<EndedQuery> ended = new ArrayDeque<>();

  public QueryLog(InstantSource clock) {
    this(clock, metric -> {});
  }

  /// Creates a log.
  ///
  /// @param asked called with each metric of a query when the query ends
  public QueryLog(InstantSource clock, Consumer<String> asked) {
    this.clock = clock;
    this.asked = asked;
  }

  RunningQuery begin(List<SeriesQuery> queries, List<QueryControl> controls, String asker) {
    var query =
        new RunningQuery(lastId.incrementAndGet(), asker, clock.instant(), queries, controls);
    running.put(query.id(), query);
    return query;
  }

  /// Ends a query. Returns false if it had ended before.
  boolean end(RunningQuery query, int status, String error) {
    if (running.remove(query.id()) == null) {
      return false;
    }
    query.queries().forEach(one -> asked.accept(one.metric()));
    Instant now = clock.instant();
    var one =
        new EndedQuery(
            query.id(),
            query.asker(),
            query.began(),
            Duration.between(query.began(), now),
            KeptText.of(query.queries()),
            query.cost(),
            status,
            KeptText.of(error));
    if (status == 408 || status == 413 || status == 503) {
      LOG.warn(
          "query aborted query={} client={} status={} error={}",
          one.id(),
          one.asker(),
          status,
          one.error());
    }
    synchronized (ended) {
      ended.addFirst(one);
      if (ended.size() > KEPT) {
        ended.removeLast();
      }
    }
    return true;
  }

  /// Removes a query that restarts without an answer.
  void forget(RunningQuery query) {
    running.remove(query.id());
  }

  /// Returns the queries in progress, the oldest first.
  public List<RunningQuery> running() {
    return List.copyOf(running.values());
  }

  /// Returns the finished queries, the newest first.
  public List<EndedQuery> ended() {
    synchronized (ended) {
      return List.copyOf(ended);
    }
  }

  /// Cancels a query. Returns false if no such query is in progress.
  public boolean cancel(long id) {
    RunningQuery query = running.get(id);
    if (query == null) {
      return false;
    }
    query.cancel("was cancelled by an operator (query %d)".formatted(id));
    return true;
  }
}
