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

/// The queries under way, which can be cancelled, and the last that ended. Those that were refused
/// for what they would take are logged. Thread-safe.
public final class QueryLog {
  private static final Logger LOG = LoggerFactory.getLogger(QueryLog.class);

  /// As many as OpenTSDB keeps.
  private static final int KEPT = 256;

  private final InstantSource clock;
  private final Consumer<String> asked;
  private final AtomicLong lastId = new AtomicLong();
  private final ConcurrentNavigableMap<Long, RunningQuery> running = new ConcurrentSkipListMap<>();

  /// The newest first. Guarded by itself.
  private final Deque<EndedQuery> ended = new ArrayDeque<>();

  public QueryLog(InstantSource clock) {
    this(clock, metric -> {});
  }

  /// @param asked is told each metric that a query named, when it ends
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

  /// False when it had ended before.
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
            query.queries(),
            query.cost(),
            status,
            error);
    if (status == 408 || status == 413 || status == 503) {
      LOG.warn("query {} of {} ended with {}: {}", one.id(), one.asker(), status, error);
    }
    synchronized (ended) {
      ended.addFirst(one);
      if (ended.size() > KEPT) {
        ended.removeLast();
      }
    }
    return true;
  }

  /// It has not been answered, and begins anew.
  void forget(RunningQuery query) {
    running.remove(query.id());
  }

  /// The oldest first.
  public List<RunningQuery> running() {
    return List.copyOf(running.values());
  }

  /// The newest first.
  public List<EndedQuery> ended() {
    synchronized (ended) {
      return List.copyOf(ended);
    }
  }

  /// False when there is no such query (any more).
  public boolean cancel(long id) {
    RunningQuery query = running.get(id);
    if (query == null) {
      return false;
    }
    query.cancel("was cancelled by an operator (query %d)".formatted(id));
    return true;
  }
}
