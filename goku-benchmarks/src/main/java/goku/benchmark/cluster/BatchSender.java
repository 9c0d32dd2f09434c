package goku.benchmark.cluster;

import goku.format.batch.BatchWriter;
import goku.model.SeriesName;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/// A sender of batches to one partition, like the ingestor. Owned by one thread.
final class BatchSender {
  private static final byte[] KEY = {0};

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final int partition;
  private final BatchWriter batch = new BatchWriter();

  BatchSender(Producer<byte[], byte[]> producer, String topic, int partition) {
    this.producer = producer;
    this.topic = topic;
    this.partition = partition;
  }

  void add(SeriesName name, double value) {
    batch.add(name, System.currentTimeMillis(), value);
  }

  Future<RecordMetadata> send() {
    byte[] bytes = batch.toBytes();
    batch.clear();
    return producer.send(new ProducerRecord<>(topic, partition, KEY, bytes));
  }
}
