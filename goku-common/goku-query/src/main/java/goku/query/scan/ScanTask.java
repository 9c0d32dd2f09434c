package goku.query.scan;

import goku.query.control.QueryControl;
import goku.query.partial.GroupPartial;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/// A unit of work: some consecutive series in the order of groups.
record ScanTask(
    GroupReader reader, GroupOrder order, QueryControl control, int group, int from, int to)
    implements Callable<ScanTask.Result> {
  /// The result of the task.
  ///
  /// @param groups groups in ascending order; the first and the last one may continue in other
  ///   tasks
  record Result(List<GroupPartial> groups, int series, long nanos, long heldBytes) {
    Result {
      groups = List.copyOf(groups);
    }
  }

  /// Reads the series. The result's memory counts for the query from then on.
  @Override
  public Result call() {
    try {
      return read();
    } catch (RuntimeException | Error e) {
      reader.forget();
      throw e;
    }
  }

  private Result read() {
    control.check();
    long start = System.nanoTime();
    reader.begin(from, to);
    List<GroupPartial> groups = new ArrayList<>();
    long bytes = 0;
    int current = group;
    for (int at = from; at < to; current++) {
      int end = Math.min(order.start(current + 1), to);
      var part = reader.read(current, at, end);
      if (part.isPresent()) {
        groups.add(part.get());
        bytes += part.get().heldBytes();
      }
      at = end;
    }
    long nanos = System.nanoTime() - start;
    control.addDatapoints(reader.datapoints(), nanos);
    reader.handOver(bytes);
    return new Result(groups, to - from, nanos, bytes);
  }
}
