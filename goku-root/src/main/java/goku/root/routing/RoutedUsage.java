package goku.root.routing;

import goku.model.ShardId;
import goku.query.usage.MetricUsages;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import goku.root.routing.delay.HedgeDelays.Operation;
import goku.rpc.UsageNode;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/// Who writes how much to the shards of all replicas, each shard counted by one of them.
/// Thread-safe.
record RoutedUsage(Way way) implements UsageNode {
  /// The way to the replicas.
  interface Way {
    <T> List<T> ask(
        List<ShardId> shards, Operation operation, BiFunction<UsageNode, List<ShardId>, T> question);
  }

  @Override
  public MetricUsages metrics(List<ShardId> shards, String prefix) {
    return MetricUsages.merged(
        way.ask(shards, Operation.USAGE, (node, some) -> node.metrics(some, prefix)));
  }

  @Override
  public List<TagKeyUsage> tagKeys(List<ShardId> shards, Set<String> metrics) {
    return TagKeyUsage.merged(
        way.ask(shards, Operation.TAGS, (node, some) -> node.tagKeys(some, metrics)).stream()
            .flatMap(List::stream)
            .toList());
  }

  @Override
  public List<TagValueUsage> tagValues(List<ShardId> shards, String metric, String key) {
    return TagValueUsage.merged(
        way.ask(shards, Operation.TAGS, (node, some) -> node.tagValues(some, metric, key)).stream()
            .flatMap(List::stream)
            .toList());
  }
}
