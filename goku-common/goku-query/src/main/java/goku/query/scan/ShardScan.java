package goku.query.scan;

import goku.query.SeriesSelection;
import goku.query.control.QueryControl;
import goku.query.control.QueryStoppedException;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialPlan;
import goku.query.partial.PartialStream;
import goku.query.shard.UnavailableDataException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// One query on one shard: its groups in order, read by workers a few tasks ahead of the consumer,
/// so that an answer larger than the memory can be streamed. A group larger than a task comes in
/// several parts. Owned by the calling thread.
final class ShardScan implements PartialStream {
  private final SeriesSelection selection;
  private final GroupOrder order;
  private final PartialPlan plan;
  private final QueryControl control;
  private final Workers workers;
  private final ChunkSize chunk = new ChunkSize();
  private final Deque<InWork> tasks = new ArrayDeque<>();

  /// Readers that no task uses, for reuse.
  private final Deque<GroupReader> readers = new ArrayDeque<>();

  private Iterator<GroupPartial> ready = List.<GroupPartial>of().iterator();
  private long readyBytes;

  /// The next series in the order of groups, and its group.
  private int next;

  private int group;

  private record InWork(Future<ScanTask.Result> result, GroupReader reader) {}

  /// The threads that do the tasks, and the number of tasks of one scan that may run at a time.
  interface Workers {
    Future<ScanTask.Result> submit(ScanTask task);

    ScanTask.Result await(Future<ScanTask.Result> task, long nanos)
        throws InterruptedException, ExecutionException, TimeoutException;

    int ahead();
  }

  ShardScan(
      SeriesSelection selection,
      GroupOrder order,
      PartialPlan plan,
      QueryControl control,
      Workers workers) {
    this.selection = selection;
    this.order = order;
    this.plan = plan;
    this.control = control;
    this.workers = workers;
  }

  @Override
  public @Nullable GroupPartial next() throws InterruptedException {
    while (!ready.hasNext()) {
      release();
      submit();
      InWork first = tasks.peek();
      if (first == null) {
        return null;
      }
      ScanTask.Result result = result(first.result());
      tasks.remove();
      readers.push(first.reader());
      chunk.learn(result.series(), result.nanos(), result.heldBytes());
      readyBytes = result.heldBytes();
      ready = result.groups().iterator();
    }
    return ready.next();
  }

  /// Releases memory of handed-over groups, which the consumer counts from now on.
  private void release() {
    control.hold(-readyBytes);
    readyBytes = 0;
  }

  private void submit() {
    while (tasks.size() < workers.ahead() && next < order.series()) {
      int end = Math.min(next + chunk.series(), order.series());
      GroupReader reader =
          readers.isEmpty() ? new GroupReader(selection, order, plan, control) : readers.pop();
      var task = new ScanTask(reader, order, control, group, next, end);
      tasks.add(submitted(task));
      next = end;
      while (group < order.groups() && order.start(group + 1) <= next) {
        group++;
      }
    }
  }

  private InWork submitted(ScanTask task) {
    try {
      return new InWork(workers.submit(task), task.reader());
    } catch (RuntimeException e) { // the calling thread is the worker
      readers.push(task.reader());
      throw e;
    }
  }

  private ScanTask.Result result(Future<ScanTask.Result> task) throws InterruptedException {
    while (true) {
      try {
        return workers.await(task, Math.max(1, control.remainingNanos()));
      } catch (TimeoutException e) {
        control.check();
      } catch (ExecutionException e) {
        throw switch (e.getCause()) {
          case QueryStoppedException stopped -> stopped;
          case UnavailableDataException unavailable -> unavailable;
          case null, default ->
              new IllegalStateException("cannot read series: " + e.getCause(), e.getCause());
        };
      }
    }
  }

  /// Releases the memory of unread results. The workers belong to the whole query and have already
  /// stopped; see `NodeScan`.
  @Override
  public void close() {
    release();
    for (InWork task : tasks) {
      if (task.result().state() == Future.State.SUCCESS) {
        control.hold(-task.result().resultNow().heldBytes());
      }
      task.reader().close();
    }
    tasks.clear();
    readers.forEach(GroupReader::close);
    readers.clear();
  }
}
