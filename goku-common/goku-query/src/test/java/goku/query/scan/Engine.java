package goku.query.scan;

import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.Grouping;
import goku.query.NodeQuery;
import goku.query.QueryWindow;
import goku.query.RateOptions;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.query.merge.GroupFinisher;
import goku.query.merge.GroupResult;
import goku.query.partial.GroupPartial;
import goku.query.partial.MergedStream;
import goku.query.partial.MisalignedException;
import goku.query.partial.PartialStream;
import goku.query.shard.ShardData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A query engine with several nodes in one process. Every list of shards is one node.
final class Engine implements AutoCloseable {
  private static final QueryLimits LIMITS =
      new QueryLimits(1_000_000, 1_000_000_000, Duration.ofMinutes(1));

  private final List<FairExecutor> executors = new ArrayList<>();
  private final List<List<ShardData>> nodes;
  final QueryMemory memory = new QueryMemory(1L << 30);

  Engine(List<? extends List<? extends ShardData>> nodes) {
    this.nodes = nodes.stream().<List<ShardData>>map(List::copyOf).toList();
    this.nodes.forEach(node -> executors.add(new FairExecutor("test", 2)));
  }

  static NodeQuery query(
      Aggregator aggregator,
      Set<String> by,
      TimeRange range,
      @Nullable Downsample downsample,
      @Nullable RateOptions rate) {
    var window = QueryWindow.of(range, downsample);
    return new NodeQuery(
        new SeriesFilter("m", List.of(), false),
        new SeriesStages(downsample, rate, window),
        new Grouping(by, aggregator, rate != null, window, true),
        false,
        Resolution.RAW);
  }

  static NodeQuery ofSeries(NodeQuery query) {
    return new NodeQuery(query.filter(), query.stages(), query.grouping(), true, Resolution.RAW);
  }

  QueryControl control() {
    return new QueryControl(LIMITS, memory);
  }

  List<GroupResult> answer(NodeQuery query) throws InterruptedException {
    try {
      return finished(query);
    } catch (MisalignedException e) {
      return finished(ofSeries(query));
    }
  }

  private List<GroupResult> finished(NodeQuery query) throws InterruptedException {
    var finisher = new GroupFinisher(query.grouping(), null);
    List<GroupResult> results = new ArrayList<>();
    for (GroupPartial group : partials(query)) {
      results.add(finisher.finish(group));
    }
    return results;
  }

  /// Returns the groups as the root has them before they are finished.
  List<GroupPartial> partials(NodeQuery query) throws InterruptedException {
    try (QueryControl control = control();
        PartialStream all = open(query, control)) {
      List<GroupPartial> groups = new ArrayList<>();
      for (GroupPartial group = all.next(); group != null; group = all.next()) {
        groups.add(group);
      }
      return groups;
    }
  }

  PartialStream open(NodeQuery query, QueryControl control) throws InterruptedException {
    List<PartialStream> streams = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      streams.add(NodeScan.open(nodes.get(i), query, control, executors.get(i)));
    }
    return new MergedStream(streams, control);
  }

  @Override
  public void close() {
    executors.forEach(FairExecutor::close);
  }
}
