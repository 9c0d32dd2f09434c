package goku.shortterm;

import goku.model.Namespace;
import java.util.Optional;

/// The partitions of a namespace's topic beyond its shards. Ingestors never write to them, because
/// the partition of a batch is its shard. Kafka Streams makes tasks for them, which have no shard.
record SparePartitions(Namespace namespace) {
  boolean contains(int partition) {
    return partition >= namespace.sharding().shards();
  }

  /// Returns a text on the spare ones among this many partitions; empty if there are none.
  Optional<String> describe(int partitions) {
    int shards = namespace.sharding().shards();
    return partitions <= shards
        ? Optional.empty()
        : Optional.of(
            "topic %s has %d partitions, but namespace %s has %d shards: the partitions from %d on are not used"
                .formatted(namespace.kafkaTopic(), partitions, namespace.name(), shards, shards));
  }
}
