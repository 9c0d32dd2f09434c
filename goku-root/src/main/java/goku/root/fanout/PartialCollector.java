package goku.root.fanout;

import goku.http.HttpError;
import goku.query.PartialResult;
import goku.query.SeriesPartial;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Gathers what the nodes send for one sub query, and ends the query when that is too much. Nodes
/// deliver at the same time, each into a list of its own; the counts are common.
final class PartialCollector {
  private final String metric;
  private final QueryLimits limits;
  private final AtomicLong series = new AtomicLong();
  private final AtomicLong points = new AtomicLong();

  private final QueryMemory.Share memory;

  PartialCollector(String metric, QueryLimits limits, QueryMemory.Share memory) {
    this.memory = memory;
    this.metric = metric;
    this.limits = limits;
  }

  /// A sink for one call. It is used by one thread.
  Consumer<PartialResult> into(List<SeriesPartial> received) {
    return partial -> {
      check("series", series.addAndGet(partial.seriesRead()), limits.maxSeries(), "max-series");
      check(
          "datapoints",
          points.addAndGet(partial.pointsTouched()),
          limits.maxDatapoints(),
          "max-datapoints");
      memory.add(partial.heldBytes());
      switch (partial) {
        case SeriesPartial one -> received.add(one);
      }
    };
  }

  /// The answer is made, or the query has failed.
  void release() {
    memory.close();
  }

  long seriesRead() {
    return series.get();
  }

  long pointsTouched() {
    return points.get();
  }

  private void check(String what, long count, long limit, String setting) {
    if (count > limit) {
      throw new HttpError(
          413,
          ("The query for '%s' touches more than %d %s (%d so far); narrow its filters or its time"
                  + " range, or raise %s")
              .formatted(metric, limit, what, count, setting));
    }
  }
}
