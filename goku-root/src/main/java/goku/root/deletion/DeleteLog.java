package goku.root.deletion;

import goku.format.delete.DeleteLayout;
import goku.kafka.KafkaConfig;
import goku.kafka.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// The producer of deletes. Thread-safe.
public final class DeleteLog implements AutoCloseable {
  private static final byte[] KEY = DeleteLayout.recordKey();

  /// Kafka's own default, above which it makes no sense to wait for one request.
  private static final int LONGEST_REQUEST_MILLIS = 30_000;

  private final Producer<byte[], byte[]> producer;

  /// Takes over the producer.
  public DeleteLog(Producer<byte[], byte[]> producer) {
    this.producer = producer;
  }

  /// A log in Kafka. A record is acknowledged by all in-sync replicas, or fails in the time.
  static DeleteLog connect(KafkaConfig kafka, Duration timeout) {
    int millis = (int) Math.min(Integer.MAX_VALUE, timeout.toMillis());
    Map<String, Object> settings = new HashMap<>(kafka.clientProperties());
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAX_MESSAGE_BYTES);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) millis);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis);
    settings.put(
        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(LONGEST_REQUEST_MILLIS, millis / 2 + 1));
    var serializer = new ByteArraySerializer();
    return new DeleteLog(new KafkaProducer<>(settings, serializer, serializer));
  }

  Future<RecordMetadata> append(String topic, int partition, byte[] delete) {
    return producer.send(new ProducerRecord<>(topic, partition, KEY, delete));
  }

  @Override
  public void close() {
    producer.close();
  }
}
