package goku.model;

/// A shard of a namespace; its number is the partition of the namespace's Kafka topic.
public record ShardId(String namespace, int shard) {
  @Override
  public String toString() {
    return namespace + "/" + shard;
  }
}
