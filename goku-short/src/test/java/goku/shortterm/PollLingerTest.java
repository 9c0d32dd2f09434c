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

class PollLingerTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE); // it may overflow
  private final PollLinger linger = new PollLinger(nanos::get);

  @Test
  void firstRecordsAreNotWaitedFor() {
    assertThat(linger.pauseNanos()).isZero();
    linger.took(ConsumerRecords.empty());
    assertThat(linger.pauseNanos()).isZero();
  }

  @Test
  void afterFewBytesMoreMayGather() {
    linger.took(records(100, 100));
    assertThat(linger.pauseNanos()).isEqualTo(PollLinger.PAUSE.toNanos());
    nanos.addAndGet(Duration.ofMillis(3).toNanos());
    assertThat(linger.pauseNanos()).isEqualTo(Duration.ofMillis(2).toNanos());
    nanos.addAndGet(Duration.ofMillis(3).toNanos());
    assertThat(linger.pauseNanos()).isNegative();
  }

  @Test
  void afterManyBytesThereIsNoPause() {
    linger.took(records(PollLinger.ENOUGH_BYTES - 1, 1));
    assertThat(linger.pauseNanos()).isZero();
  }

  @Test
  void whatWasGatheredEndsThePause() {
    linger.took(records(1));
    linger.took(ConsumerRecords.empty());
    assertThat(linger.pauseNanos()).isZero();
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
