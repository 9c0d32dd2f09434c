package goku.rpc;

import goku.query.PartialResult;
import goku.query.SeriesPartial;
import goku.query.SeriesSelection;
import goku.query.SeriesStages;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// One query on the shards of this process: batches of series are read and put through their stages
/// by the decoders, and delivered in order by the thread that asked. Owned by that thread. Closing
/// it stops what still runs, waits for it, and only then lets go of the data.
final class SeriesScan implements AutoCloseable {
  /// Enough work to outweigh handing it over, little enough to let other queries in between.
  private static final int SERIES_PER_TASK = 128;

  private final SeriesStages stages;
  private final ExecutorService decoders;
  private final List<SeriesSelection> selections = new ArrayList<>();
  private final Deque<Future<List<SeriesPartial>>> batches = new ArrayDeque<>();
  private volatile boolean stopped;

  SeriesScan(SeriesStages stages, ExecutorService decoders) {
    this.stages = stages;
    this.decoders = decoders;
  }

  /// Takes over the selection.
  void start(SeriesSelection selection) {
    selections.add(selection);
    var tags = new TagCache(selection);
    for (int from = 0; from < selection.size(); from += SERIES_PER_TASK) {
      int to = Math.min(from + SERIES_PER_TASK, selection.size());
      var batch = new SeriesBatch(selection, tags, from, to, stages);
      batches.add(decoders.submit(() -> batch.read(() -> stopped)));
    }
  }

  void deliver(Consumer<PartialResult> sink) throws InterruptedException {
    while (!batches.isEmpty()) {
      for (SeriesPartial series : result(batches.peek())) {
        sink.accept(series);
      }
      batches.poll();
    }
  }

  private static List<SeriesPartial> result(Future<List<SeriesPartial>> batch)
      throws InterruptedException {
    try {
      return batch.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot read series: " + e.getCause(), e.getCause());
    }
  }

  @Override
  public void close() {
    stopped = true;
    boolean interrupted = false;
    while (!batches.isEmpty()) {
      Future<List<SeriesPartial>> batch = batches.peek();
      try {
        batch.get();
        batches.poll();
      } catch (ExecutionException e) {
        batches.poll();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    selections.forEach(SeriesSelection::close);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
