package goku.query.control;

import goku.eventloop.EventLoop;
import goku.query.control.QueryStoppedException.Reason;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Accompanies a query through all threads that work on it: counts what it takes against its
/// limits, and tells all of them to stop when it is over a limit, too late, or cancelled. The
/// thread that asks makes it and closes it; every method may be called by any thread.
///
/// Whoever works for the query calls `check` at least every millisecond or so.
public final class QueryControl implements AutoCloseable {
  /// The longest that a query may occupy an event loop.
  private static final long EVENT_LOOP_NANOS = 500_000;

  private final QueryLimits limits;
  private final QueryMemory memory;
  private final @Nullable QueryControl whole;
  private final Set<QueryControl> attempts = ConcurrentHashMap.newKeySet();
  private final long startNanos;

  /// Interrupted when the query is cancelled; null if it never waits.
  private final @Nullable Thread owner;

  private final boolean onEventLoop;
  private final Counts counts;
  private final AtomicLong heldBytes = new AtomicLong();
  private final LongAdder workNanos = new LongAdder();
  private volatile @Nullable String cancelled;

  public QueryControl(QueryLimits limits, QueryMemory memory) {
    this.limits = limits;
    this.memory = memory;
    onEventLoop = EventLoop.isCurrent();
    whole = null;
    owner = onEventLoop ? null : Thread.currentThread();
    startNanos = AskedAt.nanos();
    counts = new Counts(null);
  }

  private QueryControl(QueryControl whole) {
    limits = whole.limits;
    memory = whole.memory;
    this.whole = whole;
    owner = Thread.currentThread();
    onEventLoop = false;
    startNanos = whole.startNanos;
    counts = new Counts(whole.counts);
  }

  /// One of several attempts at the query or a part of it, made and closed by whom the attempt
  /// belongs to; cancelling it interrupts the thread that calls this. It has the deadline and the
  /// limits of this query, and ends when this is cancelled. The memory that it holds is held for
  /// this query; what it touches counts for it only while the attempt is adopted, so that series
  /// are not counted twice because two replicas were asked for them.
  public QueryControl attempt() {
    var attempt = new QueryControl(this);
    attempts.add(attempt);
    // who cancels sets the reason first and then looks for attempts
    String reason = cancelled;
    if (reason != null) {
      attempt.cancel(reason);
    }
    return attempt;
  }

  /// What this attempt has touched and will touch counts for the query. A `QueryStoppedException`
  /// when that is too much. Adopting what is adopted changes nothing.
  public void adopt() {
    counts.adopt();
    if (whole != null) {
      whole.addSeries(0);
      whole.addDatapoints(0, 0);
    }
  }

  /// What this attempt has touched no longer counts for the query: another takes its place.
  public void disown() {
    counts.disown();
  }

  public QueryLimits limits() {
    return limits;
  }

  /// Throws a `QueryStoppedException` when the query must not go on, and leaves the event loop when
  /// the query has occupied it for too long.
  public void check() {
    String reason = cancelled;
    if (reason != null) {
      throw new QueryStoppedException(Reason.CANCELLED, reason);
    }
    if (onEventLoop && elapsedNanos() > EVENT_LOOP_NANOS) {
      EventLoop.leave();
    }
    if (remainingNanos() <= 0) {
      throw new QueryStoppedException(
          Reason.TIMEOUT,
          "took longer than %d s and was given up after %s; ask for less, or raise query-timeout"
              .formatted(limits.timeout().toSeconds(), touched()));
    }
  }

  /// Time left until the deadline; not above zero when it has passed.
  public long remainingNanos() {
    return limits.timeout().toNanos() - elapsedNanos();
  }

  public long elapsedNanos() {
    return System.nanoTime() - startNanos;
  }

  /// Ends the query: its workers stop at their next check, and the thread that asked is
  /// interrupted.
  public void cancel(String reason) {
    cancelled = reason;
    if (owner != null) {
      owner.interrupt();
    }
    attempts.forEach(attempt -> attempt.cancel(reason));
  }

  /// Series matched; they are yet to be read.
  public void addSeries(long count) {
    long all = counts.addSeries(count);
    if (all > limits.maxSeries()) {
      throw new QueryStoppedException(
          Reason.SERIES,
          "touches more than %d series (%d so far); narrow its filters, or raise max-series"
              .formatted(limits.maxSeries(), all));
    }
  }

  /// Stored datapoints were read, which took a worker so long.
  public void addDatapoints(long count, long nanos) {
    addWork(nanos);
    long all = counts.addDatapoints(count);
    if (all > limits.maxDatapoints()) {
      throw new QueryStoppedException(
          Reason.DATAPOINTS,
          "touches more than %d datapoints (%d so far, of %d series); narrow its filters or its time range, or raise max-datapoints"
              .formatted(limits.maxDatapoints(), all, series()));
    }
  }

  /// Work is spent, whether its result is used or not.
  private void addWork(long nanos) {
    workNanos.add(nanos);
    if (whole != null) {
      whole.addWork(nanos);
    }
  }

  /// The query is asked anew, and what it touched before does not count. Nobody works for it now.
  public void startOver() {
    counts.reset();
  }

  /// Memory is held for the query from now on; a negative number gives it back.
  public void hold(long bytes) {
    long mine = heldBytes.addAndGet(bytes);
    if (whole != null) {
      whole.hold(bytes);
      return;
    }
    long all = memory.add(bytes);
    if (bytes <= 0) {
      return;
    }
    if (mine > memory.limitOfOneBytes()) {
      throw new QueryStoppedException(
          Reason.MEMORY,
          "needs more than %d bytes of memory at a time (after %s); narrow its filters or its time range, downsample, or raise the heap"
              .formatted(memory.limitOfOneBytes(), touched()));
    }
    if (all > memory.limitBytes()) {
      throw new QueryStoppedException(
          Reason.CROWDED,
          "was ended because running queries hold more than %d bytes of memory; ask again later"
              .formatted(memory.limitBytes()));
    }
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

  /// Time that workers spent on it, all together.
  public long workNanos() {
    return workNanos.sum();
  }

  private String touched() {
    return "%d series and %d datapoints".formatted(series(), datapoints());
  }

  /// Gives back all memory that the query still holds.
  @Override
  public void close() {
    long bytes = heldBytes.getAndSet(0);
    if (whole == null) {
      memory.add(-bytes);
    } else {
      whole.hold(-bytes);
      whole.attempts.remove(this);
    }
  }
}
