package goku.root.compacted.table;

import goku.root.compacted.ReadPosition;
import goku.root.compacted.TopicReader;
import goku.telemetry.Check;
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

/// A table with its topic in memory, built from Kafka's mock clients. The reader gets the writer's
/// records at once, or never after `stopReading`.
public final class LoopedTable<K extends Comparable<K>, V extends Held<K>>
    implements TableStore<K, V> {
  private static final Duration SOON = Duration.ofMillis(50);

  private final TableKind<K, V> kind;
  private final HeldTable<K, V> table;
  private final ReadPosition position = new ReadPosition();
  private final Counter unreadable = new SimpleMeterRegistry().counter("unreadable");
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
  private final MockProducer<byte[], byte[]> producer;
  private final TableWriter<K, V> writer;
  private final TopicReader reader;
  private boolean reading = true;

  /// Creates a topic.
  ///
  /// @param max the largest number of values
  /// @param acknowledging whether the broker acknowledges records
  public LoopedTable(TableKind<K, V> kind, HeldTable<K, V> table, int max, boolean acknowledging) {
    this.kind = kind;
    this.table = table;
    var partition = new TopicPartition(kind.topic(), 0);
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
    writer = new TableWriter<>(producer, kind, table, position, max, SOON);
    consumer.updateBeginningOffsets(Map.of(partition, 0L));
    consumer.updateEndOffsets(Map.of(partition, 0L));
    reader =
        new TopicReader(consumer, partition, new TableContent<>(kind, table), position, unreadable);
  }

  @Override
  public void start() {
    poll();
  }

  @Override
  public HeldTable<K, V> table() {
    return table;
  }

  @Override
  public TableWriter<K, V> writer() {
    return writer;
  }

  @Override
  public Check check() {
    return position.known() ? Check.ok("root") : Check.failed("root", kind.what() + " not read");
  }

  /// Returns the records sent so far.
  public List<ProducerRecord<byte[], byte[]>> sent() {
    return producer.history();
  }

  /// Reads the available records.
  public void poll() {
    reader.poll(Duration.ZERO);
  }

  public void stopReading() {
    reading = false;
  }

  @Override
  public void close() {
    producer.close();
  }

  private void deliver(long offset, byte[] key, byte[] value) {
    consumer.addRecord(new ConsumerRecord<>(kind.topic(), 0, offset, key, value));
  }
}
