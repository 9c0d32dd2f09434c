package goku.rpc;

import goku.model.ShardId;
import goku.query.usage.MetricUsages;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import java.util.List;
import java.util.Set;

/// Who writes how much to the shards of a node (section 9 of the paper). Thread-safe; calls block
/// and fail as those of `StorageNode` do.
public interface UsageNode {
  /// The metrics whose names begin with the prefix, each once for a namespace, without an order.
  MetricUsages metrics(List<ShardId> shards, String prefix);

  /// The tag keys of the metrics' series, without an order.
  List<TagKeyUsage> tagKeys(List<ShardId> shards, Set<String> metrics);

  /// The values that a tag key has in a metric's series, without an order.
  List<TagValueUsage> tagValues(List<ShardId> shards, String metric, String key);
}
