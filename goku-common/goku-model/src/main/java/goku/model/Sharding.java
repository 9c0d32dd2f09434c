package goku.model;

import java.util.stream.IntStream;

/// Two-layer sharding (section 4.2 of the paper): the hash of the metric picks the shard group, the
/// hash of the full name the shard inside it. A metric touches the shards of one group only.
///
/// Both layers use the upper bits of the hash, so that the lower ones stay evenly spread inside a
/// shard, where the forward index uses them.
public record Sharding(int shardGroups, int shardsPerGroup) {
  public Sharding {
    if (shardGroups < 1 || shardsPerGroup < 1) {
      throw new IllegalArgumentException(
          "shardGroups=%d and shardsPerGroup=%d must be at least 1"
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

  /// All shards that can hold series of the metric.
  public IntStream shardsOfMetric(long metricHash) {
    int first = groupOf(metricHash) * shardsPerGroup;
    return IntStream.range(first, first + shardsPerGroup);
  }
}
