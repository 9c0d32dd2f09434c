package goku.query.control;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.budget.Kind;
import goku.eventloop.EventLoop;
import goku.model.Store;
import goku.query.control.QueryStoppedException.Reason;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// The limits of a running query, shared by all threads that work on it. The control counts the
/// query's resources and stops all threads once the query exceeds a limit or its deadline, or is
/// cancelled. The calling thread creates and closes the control. Threads that work for the query
/// call `check` about every millisecond. Thread-safe.
public final class QueryControl implements AutoCloseable {
  /// The longest time that a query may occupy an event loop, in nanoseconds.
  private static final long EVENT_LOOP_NANOS = 500_000;

  private final QueryLimits limits;
  private final Account account;
  private final @Nullable QueryControl whole;
  private final Set<QueryControl> attempts = ConcurrentHashMap.newKeySet();
  private final long startNanos;

  /// The thread to interrupt if the query is cancelled; null if the query never waits.
  private final @Nullable Thread owner;

  private final boolean onEventLoop;
  private final Counts counts;
  private final AtomicLong heldBytes = new AtomicLong();

  /// The part of `heldBytes` that the budget refused, so that it need not be released there.
  private final AtomicLong refusedBytes = new AtomicLong();

  private final LongAdder workNanos = new LongAdder();
  private volatile @Nullable String cancelled;

  /// @param memory the budget, unless this thread works for a client's request, which has its own
  public QueryControl(QueryLimits limits, QueryMemory memory) {
    this.limits = limits;
    account = memory.account();
    onEventLoop = EventLoop.isCurrent();
    whole = null;
    owner = onEventLoop ? null : Thread.currentThread();
    startNanos = AskedAt.nanos();
    counts = new Counts(null, 0);
  }

  private QueryControl(QueryControl whole, int side) {
    limits = whole.limits;
    account = whole.account;
    this.whole = whole;
    onEventLoop = EventLoop.isCurrent();
    owner = onEventLoop ? null : Thread.currentThread();
    startNanos = whole.startNanos;
    counts = new Counts(whole.counts, side);
  }

  /// Returns the control of one of several attempts at the query or a part of it. The caller closes
  /// it, and cancelling interrupts the calling thread. The attempt has the deadline and the limits
  /// of this query and is cancelled with it. Its memory always counts for this query. Its series
  /// and datapoints count only while the attempt is adopted, so nothing counts twice if two
  /// replicas are asked for the same series.
  public QueryControl attempt() {
    return attempt(0);
  }

  private QueryControl attempt(int side) {
    var attempt = new QueryControl(this, side);
    attempts.add(attempt);
    // `cancel` sets the reason before it looks for attempts
    String reason = cancelled;
    if (reason != null) {
      attempt.cancel(reason);
    }
    return attempt;
  }

  /// Returns the control of a part of the query, such as a sub query. As with an attempt, the
  /// caller closes it. Series, datapoints and memory of all parts count together against the limits
  /// of this query.
  public QueryControl part() {
    return part(0);
  }

  /// Returns the control of the part of the query that one store answers, like `part`. Series that
  /// are in both stores count once: those of the store with more of them count.
  public QueryControl part(Store store) {
    return part(store == Store.SHORT_TERM ? 0 : 1);
  }

  private QueryControl part(int side) {
    QueryControl part = attempt(side);
    part.counts.adopt();
    return part;
  }

  /// Includes this attempt's series and datapoints in the query's counts. Throws
  /// `QueryStoppedException` if the query then exceeds a limit. Idempotent.
  public void adopt() {
    counts.adopt();
    if (whole != null) {
      whole.addSeries(0);
      whole.addDatapoints(0, 0);
    }
  }

  /// Excludes this attempt's series and datapoints, because another attempt replaces it.
  public void disown() {
    counts.disown();
  }

  public QueryLimits limits() {
    return limits;
  }

  /// Throws `QueryStoppedException` if the query must stop. Leaves the event loop if the query has
  /// occupied it for too long.
  public void check() {
    String reason = cancelled;
    if (reason != null) {
      throw new QueryStoppedException(Reason.CANCELLED, reason);
    }
    BudgetExceededException aborted = account.aborted();
    if (aborted != null) {
      throw overBudget(aborted);
    }
    if (onEventLoop && elapsedNanos() > EVENT_LOOP_NANOS) {
      EventLoop.leave();
    }
    if (remainingNanos() <= 0) {
      throw new QueryStoppedException(
          Reason.TIMEOUT,
          "took longer than %d s and was stopped after %s; ask for less, or raise query-timeout"
              .formatted(limits.timeout().toSeconds(), touched()));
    }
  }

  /// Returns the nanoseconds until the deadline; zero or less after it.
  public long remainingNanos() {
    return limits.timeout().toNanos() - elapsedNanos();
  }

  public long elapsedNanos() {
    return System.nanoTime() - startNanos;
  }

  /// Cancels the query: its workers stop at their next check, and the calling thread is
  /// interrupted.
  public void cancel(String reason) {
    cancelled = reason;
    if (owner != null) {
      owner.interrupt();
    }
    attempts.forEach(attempt -> attempt.cancel(reason));
  }

  /// Counts matching series, before they are read.
  public void addSeries(long count) {
    long all = counts.addSeries(count);
    if (all > limits.maxSeries()) {
      throw new QueryStoppedException(
          Reason.SERIES,
          "touches more than %d series (%d so far in all sub queries); narrow its filters, or raise %smax-series"
              .formatted(limits.maxSeries(), all, limits.keyPrefix()));
    }
  }

  /// Counts stored datapoints that were read (histograms as several, see `HistogramAdder`), and the
  /// nanoseconds that a worker spent on them.
  public void addDatapoints(long count, long nanos) {
    addWork(nanos);
    long all = counts.addDatapoints(count);
    if (all > limits.maxDatapoints()) {
      throw new QueryStoppedException(
          Reason.DATAPOINTS,
          "touches more than %d datapoints (%d so far in all sub queries); narrow its filters or its time range, or raise %smax-datapoints"
              .formatted(limits.maxDatapoints(), all, limits.keyPrefix()));
    }
  }

  /// Counts time spent, even if the result is not used.
  private void addWork(long nanos) {
    workNanos.add(nanos);
    if (whole != null) {
      whole.addWork(nanos);
    }
  }

  /// Resets the counts before the query is repeated. No thread may be working for the query.
  public void startOver() {
    counts.reset();
  }

  /// Counts memory held for the query; a negative number releases memory.
  public void hold(long bytes) {
    long mine = heldBytes.addAndGet(bytes);
    if (whole != null) {
      whole.hold(bytes);
    } else if (bytes > 0) {
      charge(bytes, mine);
    } else {
      release(-bytes);
    }
  }

  private void charge(long bytes, long all) {
    long most = account.budget().limitBytes() / 2;
    try {
      if (all > most) {
        throw new QueryStoppedException(
            Reason.MEMORY,
            "needs more than %d bytes of memory at once (after %s); narrow its filters or its time range, downsample, or raise the heap"
                .formatted(most, touched()));
      }
      account.hold(Kind.QUERIES, bytes);
    } catch (BudgetExceededException e) {
      refusedBytes.addAndGet(bytes);
      throw overBudget(e);
    } catch (QueryStoppedException e) {
      refusedBytes.addAndGet(bytes);
      throw e;
    }
  }

  private static QueryStoppedException overBudget(BudgetExceededException refusal) {
    return new QueryStoppedException(
        refusal.retryable() ? Reason.CROWDED : Reason.MEMORY,
        "was stopped: " + refusal.getMessage());
  }

  private void release(long bytes) {
    long refused = refusedBytes.getAndUpdate(before -> before - Math.min(before, bytes));
    account.release(Kind.QUERIES, bytes - Math.min(refused, bytes));
  }

  public long series() {
    return counts.series();
  }

  public long datapoints() {
    return counts.datapoints();
  }

  public long heldBytes() {
    return heldBytes.get();
  }

  /// Returns the nanoseconds that all workers together have spent.
  public long workNanos() {
    return workNanos.sum();
  }

  private String touched() {
    return "%d series and %d datapoints".formatted(series(), datapoints());
  }

  /// Releases all memory that the query still holds.
  @Override
  public void close() {
    long bytes = heldBytes.getAndSet(0);
    if (whole == null) {
      release(bytes);
    } else {
      whole.hold(-bytes);
      whole.attempts.remove(this);
    }
  }
}
