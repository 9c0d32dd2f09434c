package goku.query.usage;

import java.util.List;

/// What a shard tells of who writes to it. Thread-safe; no call blocks the shard's writer.
public interface ShardUsage {
  /// A shard that does not count: GokuL has what GokuS counted when it was written.
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

  /// The metrics whose names begin with the prefix, without an order.
  MetricUsages metrics(String prefix);

  /// The tag keys of a metric's series, without an order.
  List<TagKeyUsage> tagKeys(String metric);

  /// The values that a tag key has in a metric's series, without an order.
  List<TagValueUsage> tagValues(String metric, String key);
}
