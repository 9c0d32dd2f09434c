package goku.query.scan;

import goku.model.PointBuffer;
import goku.query.control.QueryControl;
import goku.query.control.QueryStoppedException;
import goku.query.partial.MisalignedException;
import goku.query.shard.UnavailableDataException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/// The reading of consecutive series of a shard in the order of memory. Workers do one turn after
/// the other, and each turn submits the next. The executor publishes all fields, and those of the
/// visitor, from one turn to the next and to the thread that awaits the last turn.
final class Turns {
  /// The number of series whose data together fit a part of the second-level cache.
  private static final int PREFETCH = 64;

  private final SeriesLoader reader;
  private final QueryControl control;
  private final FairExecutor.Lane lane;
  private final Visitor visitor;
  private final ChunkSize chunk = new ChunkSize();
  private final CompletableFuture<Boolean> read = new CompletableFuture<>();
  private final int[] approached = new int[PREFETCH];

  /// The position of the next series, and the end of the series to read.
  private int next;

  private final int end;

  /// Write-only: keeps the JIT from removing the prefetching loads.
  @SuppressWarnings("UnusedVariable")
  private long prefetched;

  /// The consumer of the series, called by one thread at a time.
  @FunctionalInterface
  interface Visitor {
    /// Uses a series that has datapoints in the window of the query.
    ///
    /// @param points the datapoints, in a buffer that the next series reuses
    void visit(int position, PointBuffer points);
  }

  /// @param from the first position to read
  /// @param to the end of the positions to read
  Turns(
      SeriesLoader reader,
      QueryControl control,
      FairExecutor.Lane lane,
      Visitor visitor,
      int from,
      int to) {
    this.reader = reader;
    this.control = control;
    this.lane = lane;
    this.visitor = visitor;
    next = from;
    end = to;
  }

  void start() {
    var _ = lane.submit(this::turn);
  }

  /// Reads some series. Returns whether there are more.
  private boolean turn() {
    try {
      control.check();
      long start = System.nanoTime();
      int first = next;
      long datapoints = read(Math.min(first + chunk.series(), end));
      long nanos = System.nanoTime() - start;
      control.addDatapoints(datapoints, nanos);
      chunk.learn(next - first, nanos, 0);
      if (next < end) {
        start();
      } else {
        read.complete(true);
      }
    } catch (RuntimeException | Error e) {
      read.completeExceptionally(e);
    }
    return next < end;
  }

  /// Reads series up to the position. Returns the number of their stored datapoints.
  private long read(int to) {
    long datapoints = 0;
    int near = next;
    for (; next < to; next++) {
      if (next == near) {
        near = approach(to);
      }
      if (reader.load(next, false)) {
        datapoints += reader.points().size();
        visitor.visit(next, reader.points());
      }
    }
    return datapoints;
  }

  /// Prefetches the next series. Returns the position after them.
  private int approach(int to) {
    int count = Math.min(PREFETCH, to - next);
    for (int i = 0; i < count; i++) {
      approached[i] = next + i;
    }
    prefetched += reader.prefetch(approached, 0, count);
    return next + count;
  }

  /// Waits for the last turn. Throws what stopped the query.
  void await() throws InterruptedException {
    while (!read.isDone()) {
      try {
        lane.await(read, Math.max(1, control.remainingNanos()));
      } catch (TimeoutException e) {
        control.check();
      } catch (ExecutionException e) {
        break; // thrown below
      }
    }
    switch (read.isCompletedExceptionally() ? read.exceptionNow() : null) {
      case null -> {}
      case QueryStoppedException stopped -> throw stopped;
      case UnavailableDataException unavailable -> throw unavailable;
      case MisalignedException misaligned -> throw misaligned;
      case Throwable other ->
          throw new IllegalStateException("cannot read series: " + other, other);
    }
  }
}
