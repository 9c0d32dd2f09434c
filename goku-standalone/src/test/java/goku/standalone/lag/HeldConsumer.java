package goku.standalone.lag;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/// An interceptor that withholds fetched records from the consumers of a zone while the zone is
/// held. Kafka creates it by its class name.
public final class HeldConsumer implements ConsumerInterceptor<byte[], byte[]> {
  private static final Set<String> HELD = ConcurrentHashMap.newKeySet();
  private static final Object CHANGED = new Object();

  private String client = "";

  static void hold(String zone) {
    HELD.add(zone);
  }

  static void release() {
    synchronized (CHANGED) {
      HELD.clear();
      CHANGED.notifyAll();
    }
  }

  @Override
  public void configure(Map<String, ?> configs) {
    client = String.valueOf(configs.get("client.id"));
  }

  @Override
  public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
    synchronized (CHANGED) {
      try {
        while (isHeld()) {
          CHANGED.wait();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return records;
  }

  private boolean isHeld() {
    return HELD.stream().anyMatch(zone -> client.contains("-" + zone + "-"));
  }

  @Override
  public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

  @Override
  public void close() {}
}
