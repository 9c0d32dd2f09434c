package goku.root.fanout;

import goku.http.HttpError;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.query.merge.GroupResult;
import goku.root.admission.MetricRates;
import goku.root.planning.Planner;
import goku.root.planning.QueryPlan;
import goku.root.planning.RollupCheck;
import goku.root.planning.SeriesQuery;
import goku.root.slow.QueryTrace;
import goku.root.slow.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/// The executor of sub-queries: plans, calls nodes and merges. Thread-safe.
public final class QueryRunner {
  private final Planner planner;
  private final QueryLimits limits;
  private final QueryMetrics metrics;
  private final QueryMemory memory;
  private final QueryLog log;
  private final MetricRates rates;
  private final IngestLag ingestLag;
  private final RollupCheck rollups;

  public QueryRunner(
      Planner planner,
      QueryLimits limits,
      QueryMetrics metrics,
      QueryMemory memory,
      QueryLog log,
      MetricRates rates,
      IngestLag ingestLag,
      NameDirectory names,
      LongSupplier nanoTime) {
    this.planner = planner;
    this.rates = rates;
    this.ingestLag = ingestLag;
    rollups = new WrittenMetrics(names::unknownStored, nanoTime);
    this.limits = limits;
    this.metrics = metrics;
    this.memory = memory;
    this.log = log;
  }

  /// Returns the queries in progress and the last finished ones.
  public QueryLog log() {
    return log;
  }

  /// Starts all sub-queries on the nodes concurrently. The caller reads the groups of one sub-query
  /// after the other and closes the result.
  ///
  /// A shard is short if no node serves it, if it is still recovering datapoints of the range, or
  /// if the ingestors or all replicas lag. Then the result is partial if the client accepts that,
  /// otherwise an error 503. A metric over its rate limit is an error 429.
  public QueryResult start(List<SeriesQuery> queries, Asker asker) throws InterruptedException {
    rates.take(queries.stream().map(SeriesQuery::metric));
    QueryTrace trace = QueryTrace.current();
    long began = System.nanoTime();
    var request = new QueryControl(limits, memory); // holds nothing by itself, so nobody closes it
    List<QueryControl> controls = queries.stream().map(_ -> request.part()).toList();
    List<GroupStream> streams = new ArrayList<>();
    for (int i = 0; i < queries.size(); i++) {
      SeriesQuery query = queries.get(i);
      List<QueryPlan> plans = planner.plans(query, rollups);
      Shortfall waiting = ingestLag.shortfall(plans.getLast());
      streams.add(
          new GroupStream(
              query.metric(), asker.wayOut(query), plans, controls.get(i), metrics, waiting));
    }
    var answer = new QueryResult(streams, log.begin(queries, controls, asker.name()), log, trace);
    long planned = System.nanoTime();
    trace.took(Stage.PLAN, planned - began);
    try {
      try {
        for (GroupStream stream : answer.queries()) {
          stream.open();
        }
      } finally {
        trace.took(Stage.NODES, System.nanoTime() - planned);
      }
      if (!asker.takesPartial()) {
        answer.shortfall().requireNone();
      }
      return answer;
    } catch (HttpError e) {
      answer.refuse(e);
      throw e;
    } catch (RuntimeException | InterruptedException e) {
      answer.close();
      throw e;
    }
  }

  /// Returns the groups of each sub-query, in order, all in memory.
  public List<List<GroupResult>> run(List<SeriesQuery> queries, Asker asker)
      throws InterruptedException {
    List<List<GroupResult>> results = new ArrayList<>();
    try (QueryResult answer = start(queries, asker)) {
      for (GroupStream stream : answer.queries()) {
        results.add(stream.all());
      }
      answer.complete();
    }
    return results;
  }
}
