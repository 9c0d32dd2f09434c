package goku.shortterm.recovery;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/// The current offsets of a shard's log.
///
/// @param start the offset of the first record, or of the next one if there is none
/// @param end the offset after the last record
public record LogRange(long start, long end) {
  /// Queries Kafka. Fails if Kafka does not answer.
  public static LogRange of(Admin admin, String topic, int shard) {
    var partition = new TopicPartition(topic, shard);
    try {
      var start = admin.listOffsets(Map.of(partition, OffsetSpec.earliest()));
      var end = admin.listOffsets(Map.of(partition, OffsetSpec.latest()));
      return new LogRange(
          start.partitionResult(partition).get().offset(),
          end.partitionResult(partition).get().offset());
    } catch (ExecutionException e) {
      throw new KafkaException("cannot read the offsets of %s".formatted(partition), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }
}
