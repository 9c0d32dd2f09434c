package goku.query.scan;

import goku.query.SeriesPipeline;
import goku.query.SeriesSelection;
import goku.query.TagTerms;
import goku.query.control.Charge;
import goku.query.control.QueryControl;
import goku.query.control.QueryStoppedException;
import goku.query.partial.Accumulator;
import goku.query.partial.Contribution;
import goku.query.partial.GroupPartial;
import goku.query.partial.MisalignedException;
import goku.query.partial.PartialPlan;
import goku.query.partial.PartialStream;
import goku.query.shard.UnavailableDataException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// One query on consecutive series of a shard, read in the order of memory because the series of
/// each group are scattered. Each series is added to the state of its group. All states are kept
/// until the last series is read, so this suits few groups with small states.
///
/// Workers do one turn after the other, and each turn submits the next. The reader of groups waits
/// for the last turn. The executor publishes the fields from one turn to the next.
final class SequentialScan implements PartialStream {
  /// The number of series whose data together fit a part of the second-level cache.
  private static final int PREFETCH = 64;

  private final Charge buffers;
  private final SeriesLoader reader;
  private final GroupOrder order;
  private final PartialPlan plan;
  private final QueryControl control;
  private final FairExecutor.Lane lane;
  private final ChunkSize chunk = new ChunkSize();
  private final SeriesPipeline pipeline;
  private final TagTerms series;
  private final CommonTags tags;
  private final @Nullable Accumulator[] states;
  private final CompletableFuture<Boolean> read = new CompletableFuture<>();
  private final int[] approached = new int[PREFETCH];

  /// The position of the next series, and the end of the series to read.
  private int next;

  private final int end;
  private long heldBytes;

  /// Write-only: keeps the JIT from removing the prefetching loads.
  @SuppressWarnings("UnusedVariable")
  private long prefetched;

  /// The next group to return.
  private int group;

  private SequentialScan(
      SeriesSelection selection,
      GroupOrder order,
      PartialPlan plan,
      QueryControl control,
      FairExecutor.Lane lane,
      int from,
      int to) {
    buffers = new Charge(control);
    reader = new SeriesLoader(selection, plan.query().stages(), buffers);
    this.order = order;
    this.plan = plan;
    this.control = control;
    this.lane = lane;
    pipeline = new SeriesPipeline(plan.query().stages(), buffers);
    series = new TagTerms(selection);
    tags = new CommonTags(order.terms(), order.groups());
    states = new Accumulator[order.groups()];
    next = from;
    end = to;
  }

  /// Starts to read the series at the positions `from` to `to - 1`.
  static SequentialScan start(
      SeriesSelection selection,
      GroupOrder order,
      PartialPlan plan,
      QueryControl control,
      FairExecutor.Lane lane,
      int from,
      int to) {
    var scan = new SequentialScan(selection, order, plan, control, lane, from, to);
    scan.heldBytes = order.groups() * plan.stateBytes();
    control.hold(scan.heldBytes);
    var _ = lane.submit(scan::turn);
    return scan;
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
        var _ = lane.submit(this::turn);
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
        add(next);
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

  /// Adds the series just read. Downsampled series never count as integers.
  private void add(int position) {
    int group = order.group(position);
    Accumulator state = states[group];
    if (state == null) {
      state = plan.newAccumulator();
      states[group] = state;
    }
    if (!state.add(pipeline.apply(reader.points()), false)) {
      throw new MisalignedException(order.key(group));
    }
    series.load(position);
    for (int n = 0; n < series.count(); n++) {
      tags.add(group, series.get(n));
    }
  }

  @Override
  public @Nullable GroupPartial next() throws InterruptedException {
    await();
    while (group < states.length) {
      Accumulator state = states[group++];
      if (state != null) {
        states[group - 1] = null; // now owned by the consumer
        var part = new Contribution.Accumulated(state);
        return new GroupPartial(order.key(group - 1), tags.of(group - 1), List.of(), part);
      }
    }
    return null;
  }

  private void await() throws InterruptedException {
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

  /// Releases the memory. Workers have already stopped; see `NodeScan`.
  @Override
  public void close() {
    control.hold(-heldBytes);
    heldBytes = 0;
    buffers.close();
  }
}
