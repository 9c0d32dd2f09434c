package goku.shortterm;

import goku.kafka.ByteClients;
import goku.kafka.SkippingConsumer;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;

/// A supplier of Kafka clients whose consumers of shards skip damaged batches. The consumer of new
/// records lingers too. Thread-safe.
final class ShardClients extends ByteClients {
  private final MeterRegistry registry;

  ShardClients(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return new LingeringConsumer(config, registry);
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
    return new SkippingConsumer(config, registry);
  }
}
