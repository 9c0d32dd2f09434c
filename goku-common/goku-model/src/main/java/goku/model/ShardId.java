package goku.model;

import java.util.Comparator;

/// A shard of a namespace; its number is the partition of the namespace's Kafka topic.
public record ShardId(String namespace, int shard) {
  /// The order by namespace, then by number.
  public static final Comparator<ShardId> BY_NUMBER =
      Comparator.comparing(ShardId::namespace).thenComparingInt(ShardId::shard);

  @Override
  public String toString() {
    return namespace + "/" + shard;
  }
}
