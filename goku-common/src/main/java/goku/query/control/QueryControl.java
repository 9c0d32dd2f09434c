package goku.query.control;

import goku.query.control.QueryStoppedException.Reason;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Accompanies a query through all threads that work on it: counts what it takes against its
/// limits, and tells all of them to stop when it is over a limit, too late, or cancelled. The
/// thread that asks makes it and closes it; every method may be called by any thread.
///
/// Whoever works for the query calls `check` at least every millisecond or so.
public final class QueryControl implements AutoCloseable {
  private final QueryLimits limits;
  private final QueryMemory memory;
  private final long startNanos = AskedAt.nanos();
  private final Thread owner = Thread.currentThread();
  private final AtomicLong series = new AtomicLong();
  private final AtomicLong datapoints = new AtomicLong();
  private final AtomicLong heldBytes = new AtomicLong();
  private final LongAdder workNanos = new LongAdder();
  private volatile @Nullable String cancelled;

  public QueryControl(QueryLimits limits, QueryMemory memory) {
    this.limits = limits;
    this.memory = memory;
  }

  /// Throws a `QueryStoppedException` when the query must not go on.
  public void check() {
    String reason = cancelled;
    if (reason != null) {
      throw new QueryStoppedException(Reason.CANCELLED, reason);
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
    owner.interrupt();
  }

  /// Series matched; they are yet to be read.
  public void addSeries(long count) {
    long all = series.addAndGet(count);
    if (all > limits.maxSeries()) {
      throw new QueryStoppedException(
          Reason.SERIES,
          "touches more than %d series (%d so far); narrow its filters, or raise max-series"
              .formatted(limits.maxSeries(), all));
    }
  }

  /// Stored datapoints were read, which took a worker so long.
  public void addDatapoints(long count, long nanos) {
    workNanos.add(nanos);
    long all = datapoints.addAndGet(count);
    if (all > limits.maxDatapoints()) {
      throw new QueryStoppedException(
          Reason.DATAPOINTS,
          "touches more than %d datapoints (%d so far, of %d series); narrow its filters or its time range, or raise max-datapoints"
              .formatted(limits.maxDatapoints(), all, series.get()));
    }
  }

  /// The query is asked anew, and what it touched before does not count. Nobody works for it now.
  public void startOver() {
    series.set(0);
    datapoints.set(0);
  }

  /// Memory is held for the query from now on; a negative number gives it back.
  public void hold(long bytes) {
    long mine = heldBytes.addAndGet(bytes);
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
    return series.get();
  }

  public long datapoints() {
    return datapoints.get();
  }

  public long heldBytes() {
    return heldBytes.get();
  }

  /// Time that workers spent on it, all together.
  public long workNanos() {
    return workNanos.sum();
  }

  private String touched() {
    return "%d series and %d datapoints".formatted(series.get(), datapoints.get());
  }

  /// Gives back all memory that the query still holds.
  @Override
  public void close() {
    memory.add(-heldBytes.getAndSet(0));
  }
}
