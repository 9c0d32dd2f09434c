package goku.rpc;

import goku.model.ShardId;
import goku.query.usage.MetricUsages;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import java.util.List;
import java.util.Set;

/// The usage of a node's shards: which metrics and tags take how much (section 9 of the paper).
/// Calls block and fail like those of `StorageNode`. Thread-safe.
public interface UsageNode {
  /// Returns the metrics whose names begin with the prefix, once per namespace, unordered.
  MetricUsages metrics(List<ShardId> shards, String prefix);

  /// Returns the tag keys of the metrics' series, unordered.
  List<TagKeyUsage> tagKeys(List<ShardId> shards, Set<String> metrics);

  /// Returns the values of a tag key in a metric's series, unordered.
  List<TagValueUsage> tagValues(List<ShardId> shards, String metric, String key);
}
