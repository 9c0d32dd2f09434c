package goku.rpc;

import goku.model.ShardId;
import goku.query.shard.ShardData;
import goku.query.usage.MetricUsages;
import goku.query.usage.ShardUsage;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Usage of the shards of this process by metrics. Thread-safe.
record LocalUsage(Function<List<ShardId>, List<ShardData>> data) implements UsageNode {
  @Override
  public MetricUsages metrics(List<ShardId> shards, String prefix) {
    // each shard scans all its series, so shards run in parallel
    return MetricUsages.merged(
        usages(shards).parallelStream().map(usage -> usage.metrics(prefix)).toList());
  }

  @Override
  public List<TagKeyUsage> tagKeys(List<ShardId> shards, Set<String> metrics) {
    return TagKeyUsage.merged(
        usages(shards).parallelStream()
            .flatMap(usage -> metrics.stream().flatMap(metric -> usage.tagKeys(metric).stream()))
            .toList());
  }

  @Override
  public List<TagValueUsage> tagValues(List<ShardId> shards, String metric, String key) {
    return TagValueUsage.merged(
        usages(shards).stream().flatMap(usage -> usage.tagValues(metric, key).stream()).toList());
  }

  private List<ShardUsage> usages(List<ShardId> shards) {
    return data.apply(shards).stream().map(ShardData::usage).toList();
  }
}
