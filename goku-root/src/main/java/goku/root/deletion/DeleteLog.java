package goku.root.deletion;

import goku.format.delete.DeleteLayout;
import goku.kafka.KafkaConfig;
import goku.kafka.Producers;
import goku.kafka.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/// The producer of deletes. Thread-safe.
public final class DeleteLog implements AutoCloseable {
  private static final byte[] KEY = DeleteLayout.recordKey();

  private final Producer<byte[], byte[]> producer;

  /// Creates a log that owns the producer.
  public DeleteLog(Producer<byte[], byte[]> producer) {
    this.producer = producer;
  }

  /// Connects to Kafka. All in-sync replicas acknowledge a record, or the write fails after the
  /// timeout.
  public static DeleteLog connect(KafkaConfig kafka, Duration timeout) {
    return new DeleteLog(
        Producers.acknowledging(
            kafka,
            timeout,
            Map.of(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAX_MESSAGE_BYTES)));
  }

  Future<RecordMetadata> append(String topic, int partition, byte[] delete) {
    return producer.send(new ProducerRecord<>(topic, partition, KEY, delete));
  }

  @Override
  public void close() {
    producer.close();
  }
}
