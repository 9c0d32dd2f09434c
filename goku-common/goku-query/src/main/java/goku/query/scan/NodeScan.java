package goku.query.scan;

import goku.eventloop.EventLoop;
import goku.model.Holes;
import goku.model.TimeRange;
import goku.query.NodeQuery;
import goku.query.Page;
import goku.query.SeriesSelection;
import goku.query.SeriesStages;
import goku.query.control.Charge;
import goku.query.control.QueryControl;
import goku.query.control.QueryStoppedException;
import goku.query.partial.GroupPartial;
import goku.query.partial.MergedStream;
import goku.query.partial.PartialPlan;
import goku.query.partial.PartialStream;
import goku.query.shard.PreAggregated;
import goku.query.shard.ShardData;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// One query on the shards of a node. Owned by the calling thread. Closing stops running tasks,
/// waits for their end, and only then releases the data.
public final class NodeScan implements PartialStream {
  /// The number of series up to which the calling thread reads them itself, which is faster than
  /// handing them over.
  private static final int FEW_SERIES = 64;

  /// The largest number of series that are selected on an event loop.
  private static final int MAX_SELECTED_ON_EVENT_LOOP = 256;

  /// The largest size in bytes of the states of all groups that are filled at the same time.
  private static final long SEQUENTIAL_BYTES = 4 << 20;

  /// The number of series per group from which a state saves more than it costs.
  private static final long MANY_SERIES = 4;

  /// The number of series sampled to estimate the size of a page. Enough to distinguish thousands
  /// of datapoints from millions, at a few microseconds each.
  private static final int COUNTED_SERIES = 8;

  private final List<SeriesSelection> selections = new ArrayList<>();

  /// Groups that shards have aggregated in advance.
  private final List<PartialStream> ready = new ArrayList<>();

  private final Set<String> readyOrigins = new TreeSet<>();
  private final FairExecutor executor;
  private final FairExecutor.Lane lane;
  private final QueryControl control;
  private Holes holes = Holes.NONE;
  private long lagMillis;
  private long pageDatapoints;
  private @Nullable MergedStream groups;

  private NodeScan(FairExecutor executor, QueryControl control) {
    this.executor = executor;
    this.control = control;
    lane = executor.lane();
  }

  /// Selects the series and counts them against the limit before any is read.
  public static NodeScan open(
      List<ShardData> shards, NodeQuery query, QueryControl control, FairExecutor executor)
      throws InterruptedException {
    var scan = new NodeScan(executor, control);
    try {
      scan.start(shards, query);
      return scan;
    } catch (RuntimeException | InterruptedException e) {
      scan.close();
      throw e;
    }
  }

  private void start(List<ShardData> shards, NodeQuery query) throws InterruptedException {
    var plan = PartialPlan.of(query);
    requireFewOnEventLoop(shards, query);
    long series = 0;
    for (ShardData shard : shards) {
      control.check();
      // read before the selection, as the selection may include later datapoints
      TimeRange range = query.stages().window().read();
      holes = holes.plus(shard.holes(range));
      lagMillis = Math.max(lagMillis, shard.lagMillis());
      SeriesSelection selection = select(shard, plan, range);
      selections.add(selection);
      // a selection may find damage, and datapoints are read after it
      holes = holes.plus(shard.holes(range));
      series += selection.size();
      control.addSeries(selection.size());
    }
    estimate(query.stages());
    List<PartialStream> scans = new ArrayList<>(ready);
    scans.addAll(series <= FEW_SERIES ? onThisThread(plan) : onWorkers(plan));
    groups = new MergedStream(scans, control);
  }

  private void requireFewOnEventLoop(List<ShardData> shards, NodeQuery query) {
    if (!EventLoop.isCurrent()) {
      return;
    }
    for (ShardData shard : shards) {
      if (shard.mostSeries(query.filter()) > MAX_SELECTED_ON_EVENT_LOOP) {
        EventLoop.leave();
      }
    }
  }

  /// Selects the series to read: all that match, or those not included in the shard's aggregates. A
  /// page needs datapoints beyond its ends, which aggregates of its slots do not contain.
  /// Histograms have no aggregates.
  private SeriesSelection select(ShardData shard, PartialPlan plan, TimeRange range) {
    PreAggregated aggregated =
        plan.query().stages().page() == null && !plan.isOfHistograms()
            ? shard.preAggregated(plan, control)
            : null;
    if (aggregated == null) {
      return shard.select(plan.query().filter(), range, plan.query().resolution());
    }
    if (!aggregated.groups().isEmpty()) {
      readyOrigins.add(aggregated.origin());
    }
    try {
      control.addSeries(aggregated.groups().size());
      control.addDatapoints(aggregated.cells(), 0);
      ready.add(new ReadyGroups(aggregated.groups(), control));
      return aggregated.rest();
    } catch (RuntimeException e) {
      aggregated.rest().close();
      throw e;
    }
  }

  /// Estimates the datapoints in the page from a sample of each shard's series.
  private void estimate(SeriesStages stages) {
    Page page = stages.page();
    if (page == null) {
      return;
    }
    for (SeriesSelection selection : selections) {
      pageDatapoints += estimate(selection, stages, page);
    }
  }

  private long estimate(SeriesSelection selection, SeriesStages stages, Page page) {
    control.check();
    int counted = Math.min(COUNTED_SERIES, selection.size());
    if (counted == 0) {
      return 0;
    }
    try (var buffers = new Charge(control)) {
      var loader = new SeriesLoader(selection, stages, buffers);
      long found = 0;
      for (int i = 0; i < counted; i++) {
        found += loader.count((int) ((long) i * selection.size() / counted), page);
      }
      return found * selection.size() / counted;
    }
  }

  private List<ShardScan> onThisThread(PartialPlan plan) {
    executor.visit();
    List<ShardScan> scans = new ArrayList<>();
    for (SeriesSelection selection : selections) {
      if (selection.size() > 0) {
        var order = GroupOrder.of(selection, plan.query().grouping(), control);
        scans.add(new ShardScan(selection, order, plan, control, new Here()));
      }
    }
    return scans;
  }

  private List<PartialStream> onWorkers(PartialPlan plan) throws InterruptedException {
    EventLoop.leave();
    List<Future<GroupOrder>> orders = new ArrayList<>();
    for (SeriesSelection selection : selections) {
      orders.add(lane.submit(() -> GroupOrder.of(selection, plan.query().grouping(), control)));
    }
    var workers = new Lent(Math.max(2, 4 * executor.threads() / selections.size()));
    List<PartialStream> scans = new ArrayList<>();
    for (int i = 0; i < orders.size(); i++) {
      GroupOrder order = result(orders.get(i));
      if (isSequential(plan, order)) {
        startSequential(selections.get(i), order, plan, scans);
      } else {
        scans.add(new ShardScan(selections.get(i), order, plan, control, workers));
      }
    }
    return scans;
  }

  /// Returns whether groups are scattered over the shard while all their states fit the cache.
  private static boolean isSequential(PartialPlan plan, GroupOrder order) {
    long stateBytes = plan.stateBytes();
    return stateBytes > 0
        && order.groups() > 1
        && order.series() >= MANY_SERIES * order.groups()
        && order.groups() * stateBytes <= SEQUENTIAL_BYTES
        && !plan.query().grouping().members();
  }

  /// Starts as many scans as there are threads for this shard.
  private void startSequential(
      SeriesSelection selection, GroupOrder order, PartialPlan plan, List<PartialStream> scans) {
    int parts = Math.ceilDiv(executor.threads(), selections.size());
    int size = Math.ceilDiv(selection.size(), parts);
    for (int from = 0; from < selection.size(); from += size) {
      int to = Math.min(from + size, selection.size());
      scans.add(SequentialScan.start(selection, order, plan, control, lane, from, to));
    }
  }

  private GroupOrder result(Future<GroupOrder> order) throws InterruptedException {
    try {
      return lane.await(order, Long.MAX_VALUE);
    } catch (ExecutionException | TimeoutException e) {
      throw e.getCause() instanceof QueryStoppedException stopped
          ? stopped
          : new IllegalStateException("cannot group series: " + e.getCause(), e.getCause());
    }
  }

  /// The executor's threads as workers.
  private final class Lent implements ShardScan.Workers {
    private final int ahead;

    Lent(int ahead) {
      this.ahead = ahead;
    }

    @Override
    public Future<ScanTask.Result> submit(ScanTask task) {
      return lane.submit(task);
    }

    @Override
    public ScanTask.Result await(Future<ScanTask.Result> task, long nanos)
        throws InterruptedException, ExecutionException, TimeoutException {
      return lane.await(task, nanos);
    }

    @Override
    public int ahead() {
      return ahead;
    }
  }

  /// The calling thread as worker.
  private static final class Here implements ShardScan.Workers {
    @Override
    public Future<ScanTask.Result> submit(ScanTask task) {
      return CompletableFuture.completedFuture(task.call());
    }

    @Override
    public ScanTask.Result await(Future<ScanTask.Result> task, long nanos)
        throws InterruptedException, ExecutionException {
      return task.resultNow();
    }

    @Override
    public int ahead() {
      return 1;
    }
  }

  @Override
  public @Nullable GroupPartial next() throws InterruptedException {
    if (groups == null) {
      throw new IllegalStateException("cannot read groups: the scan has not started");
    }
    return groups.next();
  }

  @Override
  public Holes holes() {
    return holes;
  }

  @Override
  public long lagMillis() {
    return lagMillis;
  }

  @Override
  public long pageDatapoints() {
    return pageDatapoints;
  }

  @Override
  public Set<String> origins() {
    Set<String> all = new TreeSet<>(readyOrigins);
    for (SeriesSelection selection : selections) {
      if (ready.isEmpty() || selection.size() > 0) {
        all.addAll(selection.origins());
      }
    }
    return all;
  }

  @Override
  public void close() {
    lane.close();
    if (groups != null) {
      groups.close();
    } else {
      ready.forEach(PartialStream::close);
    }
    selections.forEach(SeriesSelection::close);
  }
}
