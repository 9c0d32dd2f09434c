package goku.root.annotation;

import goku.root.compacted.ReadPosition;
import goku.root.compacted.TopicReader;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// A topic in memory, built from Kafka's mock clients. The reader gets the writer's records at
/// once, or never after `stopReading`.
public final class LoopedTopic {
  static final TopicPartition PARTITION = new TopicPartition(AnnotationStore.TOPIC, 0);

  private static final Duration SOON = Duration.ofMillis(50);

  private final AnnotationTable table;
  private final ReadPosition position = new ReadPosition();
  private final Counter unreadable = new SimpleMeterRegistry().counter("unreadable");
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
  private final MockProducer<byte[], byte[]> producer;
  private final AnnotationWriter writer;
  private final TopicReader reader;
  private boolean reading = true;

  public LoopedTopic(int max) {
    this(max, true);
  }

  /// Creates a topic.
  ///
  /// @param acknowledging whether the broker acknowledges records
  LoopedTopic(int max, boolean acknowledging) {
    this(max, acknowledging, new AnnotationTable());
  }

  private LoopedTopic(int max, boolean acknowledging, AnnotationTable table) {
    this.table = table;
    var bytes = new ByteArraySerializer();
    producer =
        new MockProducer<>(acknowledging, null, bytes, bytes) {
          @Override
          public synchronized Future<RecordMetadata> send(
              ProducerRecord<byte[], byte[]> record, Callback callback) {
            Future<RecordMetadata> sent = super.send(record, callback);
            if (reading) {
              deliver(history().size() - 1L, record.key(), record.value());
              poll();
            }
            return sent;
          }
        };
    writer = new AnnotationWriter(producer, table, position, max, SOON);
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, 0L));
    reader =
        new TopicReader(consumer, PARTITION, new AnnotationContent(table), position, unreadable);
  }

  /// Returns a topic that has been read to its end.
  public static LoopedTopic readyFor(int max) {
    var topic = new LoopedTopic(max);
    topic.poll();
    return topic;
  }

  static LoopedTopic readyFor(int max, long maxBytes) {
    var topic = new LoopedTopic(max, true, new AnnotationTable(maxBytes));
    topic.poll();
    return topic;
  }

  public AnnotationTable table() {
    return table;
  }

  public AnnotationWriter writer() {
    return writer;
  }

  /// Returns the records sent so far.
  public List<ProducerRecord<byte[], byte[]>> sent() {
    return producer.history();
  }

  void poll() {
    reader.poll(Duration.ZERO);
  }

  void stopReading() {
    reading = false;
  }

  private void deliver(long offset, byte[] key, byte[] value) {
    consumer.addRecord(new ConsumerRecord<>(AnnotationStore.TOPIC, 0, offset, key, value));
  }
}
