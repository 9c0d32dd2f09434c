package goku.model;

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
    return firstShardOf(metricHash) + (int) Math.unsignedMultiplyHigh(nameHash, shardsPerGroup);
  }

  /// Returns the first of the shards that can hold series of the metric. It is followed by the
  /// others, `shardsPerGroup` in all.
  int firstShardOf(long metricHash) {
    return groupOf(metricHash) * shardsPerGroup;
  }
}
