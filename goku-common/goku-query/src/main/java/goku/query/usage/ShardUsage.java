package goku.query.usage;

import java.util.List;

/// The usage of one shard by metrics and tags. No call blocks the shard's writer. Thread-safe.
public interface ShardUsage {
  /// A shard without counts: GokuS has already counted what GokuL stores.
  ShardUsage NONE =
      new ShardUsage() {
        @Override
        public MetricUsages metrics(String prefix) {
          return MetricUsages.NONE;
        }

        @Override
        public List<TagKeyUsage> tagKeys(String metric) {
          return List.of();
        }

        @Override
        public List<TagValueUsage> tagValues(String metric, String key) {
          return List.of();
        }
      };

  /// Returns the metrics whose names begin with the prefix, unordered.
  MetricUsages metrics(String prefix);

  /// Returns the tag keys of a metric's series, unordered.
  List<TagKeyUsage> tagKeys(String metric);

  /// Returns the values of a tag key in a metric's series, unordered.
  List<TagValueUsage> tagValues(String metric, String key);
}
