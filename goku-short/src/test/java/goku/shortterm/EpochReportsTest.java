package goku.shortterm;

import static org.assertj.core.api.Assertions.assertThat;

import goku.shortterm.log.LeaderEpochs;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EpochReportsTest {
  private static final TopicPartition OPEN = new TopicPartition("goku-ns", 0);
  private static final TopicPartition CLOSED = new TopicPartition("goku-ns", 1);

  private final LeaderEpochs epochs = new LeaderEpochs();
  private final EpochReports reports =
      new EpochReports(log -> log.equals(OPEN) ? Optional.of(epochs) : Optional.empty());

  @Test
  void aShardIsToldTheEpochsOfItsRecords() {
    reports.add(polled(OPEN, List.of(record(OPEN, 0, 3), record(OPEN, 1, 3))));
    reports.add(polled(OPEN, List.of(record(OPEN, 2, 3), record(OPEN, 3, 4), record(OPEN, 4, 4))));
    assertThat(epochs.at(1)).isEqualTo(3);
    assertThat(epochs.at(2)).isEqualTo(3);
    assertThat(epochs.at(3)).isEqualTo(4);
    assertThat(epochs.at(4)).isEqualTo(4);
  }

  @Test
  void recordsWithoutAnEpochAndThoseOfOtherShardsAreNotReported() {
    reports.add(polled(CLOSED, List.of(record(CLOSED, 7, 3))));
    reports.add(polled(OPEN, List.of(record(OPEN, 0, null), record(OPEN, 1, null))));
    assertThat(epochs.at(0)).isEqualTo(-1);
    assertThat(epochs.at(7)).isEqualTo(-1);
  }

  private static ConsumerRecords<byte[], byte[]> polled(
      TopicPartition log, List<ConsumerRecord<byte[], byte[]>> records) {
    return new ConsumerRecords<>(Map.of(log, records), Map.of());
  }

  private static ConsumerRecord<byte[], byte[]> record(
      TopicPartition log, long offset, @Nullable Integer epoch) {
    return new ConsumerRecord<>(
        log.topic(),
        log.partition(),
        offset,
        0,
        TimestampType.CREATE_TIME,
        0,
        0,
        new byte[0],
        new byte[0],
        new RecordHeaders(),
        Optional.ofNullable(epoch));
  }
}
