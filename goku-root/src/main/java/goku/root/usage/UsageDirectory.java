package goku.root.usage;

import goku.http.HttpError;
import goku.model.MetricMark;
import goku.model.Store;
import goku.query.usage.MetricUsage;
import goku.query.usage.MetricUsages;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import goku.root.fanout.FanOut;
import goku.root.planning.NodeCall;
import goku.root.planning.Planner;
import goku.rpc.ShardUnavailableException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The usage of the cluster by metric and tag, counted by GokuS. Thread-safe.
///
/// Numbers are exact, because every shard returns all metrics with the prefix. A node must not
/// return only its top n. It may lack shards of a group, so a metric that is small on each of three
/// nodes may be the largest in total. Each series is in one shard, so sums count no series twice.
public final class UsageDirectory {
  private final Planner planner;
  private final FanOut fanOut;

  public UsageDirectory(Planner planner, FanOut fanOut) {
    this.planner = planner;
    this.fanOut = fanOut;
  }

  MetricUsages metrics(String prefix) throws InterruptedException {
    return MetricUsages.merged(
        ask(
                () -> planner.callsForAll(Store.SHORT_TERM),
                call -> call.node().usage().metrics(call.shards(), prefix))
            .stream()
            .flatMap(UsageDirectory::ofMetrics)
            .toList());
  }

  /// Returns usages whose sum counts written rollups for their metric.
  private static Stream<MetricUsages> ofMetrics(MetricUsages part) {
    Map<Boolean, List<MetricUsage>> byMark =
        part.metrics().stream()
            .collect(Collectors.partitioningBy(one -> MetricMark.isMarked(one.metric())));
    return byMark.entrySet().stream()
        .filter(one -> !one.getValue().isEmpty())
        .map(
            one ->
                new MetricUsages(
                    part.asOfMillis(),
                    one.getValue().stream().map(UsageDirectory::ofMetric).toList()));
  }

  private static MetricUsage ofMetric(MetricUsage usage) {
    return new MetricUsage(
        usage.namespace(),
        MetricMark.metric(usage.metric()),
        usage.series(),
        usage.dayPoints(),
        usage.windowPoints(),
        usage.bytes());
  }

  List<TagKeyUsage> tagKeys(Set<String> metrics) throws InterruptedException {
    if (metrics.isEmpty()) {
      return List.of();
    }
    Supplier<List<NodeCall>> calls =
        metrics.size() == 1
            ? () -> planner.callsForMetric(metrics.iterator().next(), Store.SHORT_TERM)
            : () -> planner.callsForAll(Store.SHORT_TERM);
    return TagKeyUsage.merged(
        ask(calls, call -> call.node().usage().tagKeys(call.shards(), metrics)).stream()
            .flatMap(List::stream)
            .toList());
  }

  List<TagValueUsage> tagValues(String metric, String key) throws InterruptedException {
    return TagValueUsage.merged(
        ask(
                () -> planner.callsForMetric(metric, Store.SHORT_TERM),
                call -> call.node().usage().tagValues(call.shards(), metric, key))
            .stream()
            .flatMap(List::stream)
            .toList());
  }

  private <T> List<T> ask(Supplier<List<NodeCall>> calls, Function<NodeCall, T> question)
      throws InterruptedException {
    try {
      return fanOut.all(
          calls.get().stream().map(call -> (Callable<T>) () -> question.apply(call)).toList());
    } catch (ShardUnavailableException e) {
      throw new HttpError(503, String.valueOf(e.getMessage()));
    }
  }
}
