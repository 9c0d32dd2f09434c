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

/// The usage of the shards, each counted by one of its replicas. Thread-safe.
record RoutedUsage(ReplicaCaller replicas) implements UsageNode {
  /// A router of usage calls to one replica of each shard.
  interface ReplicaCaller {
    <T> List<T> call(
        List<ShardId> shards, Operation operation, BiFunction<UsageNode, List<ShardId>, T> call);
  }

  @Override
  public MetricUsages metrics(List<ShardId> shards, String prefix) {
    return MetricUsages.merged(
        replicas.call(shards, Operation.USAGE, (node, some) -> node.metrics(some, prefix)));
  }

  @Override
  public List<TagKeyUsage> tagKeys(List<ShardId> shards, Set<String> metrics) {
    return TagKeyUsage.merged(
        replicas.call(shards, Operation.TAGS, (node, some) -> node.tagKeys(some, metrics)).stream()
            .flatMap(List::stream)
            .toList());
  }

  @Override
  public List<TagValueUsage> tagValues(List<ShardId> shards, String metric, String key) {
    return TagValueUsage.merged(
        replicas
            .call(shards, Operation.TAGS, (node, some) -> node.tagValues(some, metric, key))
            .stream()
            .flatMap(List::stream)
            .toList());
  }
}
