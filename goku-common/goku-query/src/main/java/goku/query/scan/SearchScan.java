package goku.query.scan;

import goku.eventloop.EventLoop;
import goku.model.Holes;
import goku.model.TimeRange;
import goku.query.SeriesSelection;
import goku.query.control.QueryControl;
import goku.query.search.BestCandidates;
import goku.query.search.Comparisons;
import goku.query.search.EdgeSample;
import goku.query.search.SearchAnswer;
import goku.query.search.SeriesSearch;
import goku.query.shard.ShardData;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// A search on the shards of a node (section 5.1 of the Gorilla paper). Each series is decoded
/// once, which takes most of the time: the threshold saves only a part of the comparison. All
/// workers share the threshold. Owned by the calling thread.
public final class SearchScan implements AutoCloseable {
  /// The number of parts for each thread that are started but not finished: one in work and one
  /// that waits, so that no thread idles and few parts hold buffers.
  private static final int STARTED_PER_THREAD = 2;

  private final SeriesSearch query;
  private final QueryControl control;
  private final FairExecutor executor;
  private final FairExecutor.Lane lane;
  private final Found found;
  private final List<SeriesSelection> selections = new ArrayList<>();
  private final Deque<SearchPart> started = new ArrayDeque<>();
  private final Set<String> origins = new TreeSet<>();
  private Comparisons comparisons = Comparisons.NONE;
  private Holes holes = Holes.NONE;
  private long lagMillis;
  private long heldBytes;

  /// The series found so far, shared by all workers.
  record Found(BestCandidates best, EdgeSample appeared, EdgeSample vanished) {}

  private SearchScan(SeriesSearch query, QueryControl control, FairExecutor executor) {
    this.query = query;
    this.control = control;
    this.executor = executor;
    lane = executor.lane();
    found = new Found(new BestCandidates(query.top()), new EdgeSample(), new EdgeSample());
  }

  /// Searches all series that match. The answer has the same bits however series are spread over
  /// shards and threads. Blocks until the end.
  ///
  /// @throws goku.query.control.QueryStoppedException if the query exceeds a limit or is cancelled
  public static SearchAnswer run(
      List<ShardData> shards, SeriesSearch query, QueryControl control, FairExecutor executor)
      throws InterruptedException {
    try (var scan = new SearchScan(query, control, executor)) {
      return scan.run(shards);
    }
  }

  private SearchAnswer run(List<ShardData> shards) throws InterruptedException {
    EventLoop.leave();
    hold(query.heldBytes());
    for (ShardData shard : shards) {
      select(shard);
    }
    for (SeriesSelection selection : selections) {
      compare(selection);
    }
    while (!started.isEmpty()) {
      finishFirst();
    }
    return new SearchAnswer(
        found.best().toList(),
        comparisons,
        found.appeared().edges(),
        found.vanished().edges(),
        List.of(),
        holes,
        lagMillis,
        origins);
  }

  private void hold(long bytes) {
    heldBytes += bytes;
    control.hold(bytes);
  }

  /// Selects the series and counts them against the limit before any is read.
  private void select(ShardData shard) {
    control.check();
    TimeRange range = query.stages().window().read();
    // before and after, because a selection may find damage; see `NodeScan`
    holes = holes.plus(shard.holes(range));
    lagMillis = Math.max(lagMillis, shard.lagMillis());
    SeriesSelection all = shard.select(query.haystack().filter(), range, query.resolution());
    selections.add(all);
    holes = holes.plus(shard.holes(range));
    origins.addAll(all.origins());
    SeriesSelection selection = HaystackSelection.of(all, query.haystack(), this::hold);
    selections.set(selections.size() - 1, selection);
    control.addSeries(selection.size());
  }

  /// Compares the series of a shard on as many threads as there are for it.
  private void compare(SeriesSelection selection) throws InterruptedException {
    int parts = Math.ceilDiv(executor.threads(), selections.size());
    int size = Math.ceilDiv(selection.size(), parts);
    for (int from = 0; from < selection.size(); from += size) {
      if (started.size() == STARTED_PER_THREAD * executor.threads()) {
        finishFirst();
      }
      int to = Math.min(from + size, selection.size());
      started.add(SearchPart.start(selection, query, found, control, lane, from, to));
    }
  }

  private void finishFirst() throws InterruptedException {
    SearchPart first = started.element();
    comparisons = comparisons.plus(first.await());
    started.remove();
    first.close();
  }

  /// Stops the workers, waits for their end, and releases memory and data.
  @Override
  public void close() {
    lane.close();
    started.forEach(SearchPart::close);
    selections.forEach(SeriesSelection::close);
    control.hold(-heldBytes);
  }
}
