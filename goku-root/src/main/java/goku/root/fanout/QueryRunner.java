package goku.root.fanout;

import goku.http.HttpError;
import goku.query.SeriesPartial;
import goku.query.merge.BeyondDoubleException;
import goku.query.merge.GroupResult;
import goku.query.merge.SeriesMerger;
import goku.root.planning.NodeCall;
import goku.root.planning.Planner;
import goku.root.planning.QueryPlan;
import goku.root.planning.SeriesQuery;
import goku.rpc.ShardUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/// Answers sub queries: plan, ask, merge. Thread-safe.
public final class QueryRunner {
  private final Planner planner;
  private final FanOut fanOut;
  private final QueryLimits limits;
  private final QueryMetrics metrics;
  private final QueryMemory memory = QueryMemory.ofThisProcess();

  public QueryRunner(Planner planner, FanOut fanOut, QueryLimits limits, QueryMetrics metrics) {
    this.planner = planner;
    this.fanOut = fanOut;
    this.limits = limits;
    this.metrics = metrics;
  }

  /// The groups of each sub query, in order. The nodes work on all sub queries at the same time,
  /// under one deadline.
  public List<List<GroupResult>> run(List<SeriesQuery> queries) throws InterruptedException {
    List<Work> works = queries.stream().map(this::prepare).toList();
    try {
      return answers(works);
    } finally {
      works.forEach(work -> work.collector().release());
    }
  }

  private List<List<GroupResult>> answers(List<Work> works) throws InterruptedException {
    List<Callable<List<SeriesPartial>>> calls = new ArrayList<>();
    works.forEach(work -> calls.addAll(work.calls()));
    List<List<SeriesPartial>> received = fanOut.all(calls);
    List<List<GroupResult>> results = new ArrayList<>();
    int from = 0;
    for (Work work : works) {
      int to = from + work.calls().size();
      results.add(work.merge(received.subList(from, to)));
      metrics.touched(work.collector().seriesRead(), work.collector().pointsTouched());
      from = to;
    }
    return results;
  }

  private Work prepare(SeriesQuery query) {
    var collector = new PartialCollector(query.metric(), limits, memory.share(query.metric()));
    try {
      QueryPlan plan = planner.plan(query);
      List<Callable<List<SeriesPartial>>> calls = new ArrayList<>();
      for (List<NodeCall> source : plan.sources()) {
        source.forEach(call -> calls.add(() -> ask(call, plan, collector)));
      }
      return new Work(plan, collector, calls);
    } catch (ShardUnavailableException e) {
      throw new HttpError(503, String.valueOf(e.getMessage()));
    }
  }

  private static List<SeriesPartial> ask(NodeCall call, QueryPlan plan, PartialCollector collector)
      throws InterruptedException {
    List<SeriesPartial> received = new ArrayList<>();
    call.node().query(call.shards(), plan.nodeQuery(), collector.into(received));
    return received;
  }

  private record Work(
      QueryPlan plan, PartialCollector collector, List<Callable<List<SeriesPartial>>> calls) {
    List<GroupResult> merge(List<List<SeriesPartial>> received) {
      List<SeriesPartial> series = received.stream().flatMap(List::stream).toList();
      var merger = new SeriesMerger(plan.grouping());
      try {
        return plan.joinsParts() ? merger.mergeParts(series, plan.stages()) : merger.merge(series);
      } catch (BeyondDoubleException e) {
        throw new HttpError(400, String.valueOf(e.getMessage()));
      }
    }
  }
}
