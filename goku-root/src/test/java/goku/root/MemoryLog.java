package goku.root;

import goku.format.delete.DeleteReader;
import goku.format.delete.DeleteRecord;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SeriesFilter;
import goku.testkit.shard.MemoryShards;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// A log of deletes in memory, which applies each delete at once.
final class MemoryLog extends MockProducer<byte[], byte[]> {
  private final Namespaces namespaces;
  private final MemoryShards shards;
  private volatile boolean down;

  MemoryLog(Namespaces namespaces, MemoryShards shards) {
    super(Cluster.empty(), true, null, new ByteArraySerializer(), new ByteArraySerializer());
    this.namespaces = namespaces;
    this.shards = shards;
  }

  /// Makes all later appends fail.
  void takeDown() {
    down = true;
  }

  @Override
  public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
    if (down) {
      throw new TimeoutException("no broker");
    }
    Namespace namespace =
        namespaces.all().stream()
            .filter(one -> one.kafkaTopic().equals(record.topic()))
            .findAny()
            .orElseThrow();
    DeleteRecord delete = DeleteReader.read(record.value());
    shards
        .get(namespace.shard(record.partition()))
        .delete(
            new SeriesFilter(delete.metric(), delete.filters(), delete.explicitTags()),
            delete.range());
    return super.send(record);
  }
}
