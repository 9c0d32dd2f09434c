package goku.shortterm;

import goku.kafka.ByteClients;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;

/// A supplier of Kafka clients whose consumers of shards linger. Thread-safe.
final class ShardClients extends ByteClients {
  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return new LingeringConsumer(config);
  }
}
