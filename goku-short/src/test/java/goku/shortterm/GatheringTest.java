package goku.shortterm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class GatheringTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE); // it may overflow
  private final Gathering gathering = new Gathering(nanos::get);

  @Test
  void firstRecordsAreNotWaitedFor() {
    assertThat(gathering.pauseNanos()).isZero();
    gathering.took(ConsumerRecords.empty());
    assertThat(gathering.pauseNanos()).isZero();
  }

  @Test
  void afterFewBytesMoreMayGather() {
    gathering.took(records(100, 100));
    assertThat(gathering.pauseNanos()).isEqualTo(Gathering.PAUSE.toNanos());
    nanos.addAndGet(Duration.ofMillis(3).toNanos());
    assertThat(gathering.pauseNanos()).isEqualTo(Duration.ofMillis(2).toNanos());
    nanos.addAndGet(Duration.ofMillis(3).toNanos());
    assertThat(gathering.pauseNanos()).isNegative();
  }

  @Test
  void afterManyBytesThereIsNoPause() {
    gathering.took(records(Gathering.ENOUGH_BYTES - 1, 1));
    assertThat(gathering.pauseNanos()).isZero();
  }

  @Test
  void whatWasGatheredEndsThePause() {
    gathering.took(records(1));
    gathering.took(ConsumerRecords.empty());
    assertThat(gathering.pauseNanos()).isZero();
  }

  private static ConsumerRecords<byte[], byte[]> records(int... sizes) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int size : sizes) {
      records.add(
          new ConsumerRecord<>("t", 0, records.size(), new byte[] {1}, new byte[size]) {
            @Override
            public int serializedValueSize() {
              return value().length;
            }
          });
    }
    return new ConsumerRecords<>(Map.of(new TopicPartition("t", 0), records), Map.of());
  }
}
