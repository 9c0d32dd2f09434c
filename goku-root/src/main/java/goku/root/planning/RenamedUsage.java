package goku.root.planning;

import goku.model.MetricRenames;
import goku.model.ShardId;
import goku.query.usage.MetricUsage;
import goku.query.usage.MetricUsages;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import goku.rpc.UsageNode;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The usage of shards by the current names of metrics. Thread-safe.
record RenamedUsage(UsageNode node, MetricRenames renames) implements UsageNode {
  /// Asks for all metrics unless no renamed metric has the prefix, as the stored name of one may
  /// have another prefix.
  @Override
  public MetricUsages metrics(List<ShardId> shards, String prefix) {
    boolean asStored = renames.all().stream().noneMatch(one -> one.name().startsWith(prefix));
    MetricUsages usages = node.metrics(shards, asStored ? prefix : "");
    return new MetricUsages(
        usages.asOfMillis(),
        usages.metrics().stream()
            .map(this::named)
            .filter(usage -> usage.metric().startsWith(prefix))
            .toList());
  }

  private MetricUsage named(MetricUsage usage) {
    return new MetricUsage(
        usage.namespace(),
        renames.name(usage.metric()),
        usage.series(),
        usage.dayPoints(),
        usage.windowPoints(),
        usage.bytes());
  }

  @Override
  public List<TagKeyUsage> tagKeys(List<ShardId> shards, Set<String> metrics) {
    Set<String> stored = metrics.stream().map(renames::stored).collect(Collectors.toSet());
    return node.tagKeys(shards, stored).stream()
        .map(
            key ->
                new TagKeyUsage(renames.name(key.metric()), key.key(), key.series(), key.values()))
        .toList();
  }

  @Override
  public List<TagValueUsage> tagValues(List<ShardId> shards, String metric, String key) {
    return node.tagValues(shards, renames.stored(metric), key);
  }
}
