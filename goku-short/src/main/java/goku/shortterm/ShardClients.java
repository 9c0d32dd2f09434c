package goku.shortterm;

import goku.kafka.ByteClients;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;

/// Hands Kafka Streams its clients; those that feed the shards gather. Thread-safe.
final class ShardClients extends ByteClients {
  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return new GatheringConsumer(config);
  }
}
