package goku.shortterm;

import goku.kafka.WrittenTime;
import java.time.InstantSource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.StoreBuilder;

/// The topology with one task per shard. The namespace's topic is both the input and the changelog
/// of the task's store (KIP-813), so that nothing is written twice.
final class ShardTopology {
  private ShardTopology() {}

  static Topology build(String topic, StoreBuilder<ShardStateStore> store, InstantSource clock) {
    return new Topology()
        .addReadOnlyStateStore(
            store,
            "batches",
            new WrittenTime(clock),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer(),
            topic,
            "apply",
            () -> new ApplyProcessor(store.name()));
  }
}
