package goku.shortterm;

import goku.kafka.ByteClients;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;

/// Hands Kafka Streams its clients; the consumers of the shards linger. Thread-safe.
final class ShardClients extends ByteClients {
  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return new LingeringConsumer(config);
  }
}
