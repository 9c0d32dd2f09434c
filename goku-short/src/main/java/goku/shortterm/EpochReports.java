package goku.shortterm;

import goku.shortterm.log.LeaderEpochs;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/// The reports of a consumer to the shards of the epochs that it reads: Kafka Streams does not pass
/// them on.
///
/// @param shards returns the epochs of a log's shard; empty if the shard is not open
record EpochReports(Function<TopicPartition, Optional<LeaderEpochs>> shards) {
  /// Reports records before they are applied. Epochs ascend in a log, so the first and the last
  /// record show whether a leader changed between them.
  void add(ConsumerRecords<byte[], byte[]> polled) {
    for (TopicPartition log : polled.partitions()) {
      shards.apply(log).ifPresent(epochs -> add(polled.records(log), epochs));
    }
  }

  private static void add(List<ConsumerRecord<byte[], byte[]>> records, LeaderEpochs to) {
    ConsumerRecord<byte[], byte[]> first = records.getFirst();
    ConsumerRecord<byte[], byte[]> last = records.getLast();
    if (first.leaderEpoch().equals(last.leaderEpoch())) {
      first.leaderEpoch().ifPresent(epoch -> to.read(first.offset(), last.offset(), epoch));
    } else {
      for (ConsumerRecord<byte[], byte[]> record : records) {
        record.leaderEpoch().ifPresent(epoch -> to.read(record.offset(), record.offset(), epoch));
      }
    }
  }
}
