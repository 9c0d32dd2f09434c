package goku.model;

import java.util.stream.IntStream;

/// Two-layer sharding (section 4.2 of the paper). The hash of the metric selects the shard group,
/// and the hash of the full name selects the shard in the group. A metric is in the shards of one
/// group only.
///
/// Both layers use the upper bits of the hash. The lower bits stay evenly distributed within a
/// shard, where the forward index uses them.
public record Sharding(int shardGroups, int shardsPerGroup) {
  public Sharding {
    if (shardGroups < 1 || shardsPerGroup < 1) {
      throw new IllegalArgumentException(
          "cannot shard with shardGroups=%d shardsPerGroup=%d: both must be at least 1"
              .formatted(shardGroups, shardsPerGroup));
    }
  }

  public int shards() {
    return shardGroups * shardsPerGroup;
  }

  public int groupOf(long metricHash) {
    return (int) Math.unsignedMultiplyHigh(metricHash, shardGroups);
  }

  public int shardOf(long metricHash, long nameHash) {
    return groupOf(metricHash) * shardsPerGroup
        + (int) Math.unsignedMultiplyHigh(nameHash, shardsPerGroup);
  }

  /// Returns all shards that can hold series of the metric.
  public IntStream shardsOfMetric(long metricHash) {
    int first = groupOf(metricHash) * shardsPerGroup;
    return IntStream.range(first, first + shardsPerGroup);
  }
}
