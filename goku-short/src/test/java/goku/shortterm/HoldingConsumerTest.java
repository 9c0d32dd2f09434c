package goku.shortterm;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The logs that a consumer reads, without a broker.
final class HoldingConsumerTest {
  private static final TopicPartition ONE = new TopicPartition("goku-ns", 0);
  private static final TopicPartition TWO = new TopicPartition("goku-ns", 1);

  private final Set<TopicPartition> held = new HashSet<>();
  private final HoldingConsumer consumer =
      new HoldingConsumer(
          Map.of("bootstrap.servers", "127.0.0.1:9", "client.id", "test"),
          new SimpleMeterRegistry(),
          held::contains,
          new EpochReports(_ -> Optional.empty()));

  @BeforeEach
  void assign() {
    consumer.assign(Set.of(ONE, TWO));
  }

  @AfterEach
  void close() {
    consumer.close();
  }

  @Test
  void pausesTheLogOfAShardThatCannotGoOnUntilItCan() {
    held.add(ONE);
    poll();
    assertThat(consumer.paused()).containsExactly(ONE);
    held.clear();
    poll();
    assertThat(consumer.paused()).isEmpty();
  }

  @Test
  void aLogThatItsOwnerResumesStaysPausedForItsShard() {
    held.add(ONE);
    poll();
    consumer.pause(List.of(ONE, TWO));
    consumer.resume(List.of(ONE, TWO));
    assertThat(consumer.paused()).containsExactly(ONE);
    held.clear();
    poll();
    assertThat(consumer.paused()).isEmpty();
  }

  @Test
  void aLogThatItsOwnerHasPausedStaysPausedWhenItsShardGoesOn() {
    held.add(ONE);
    poll();
    consumer.pause(List.of(ONE));
    held.clear();
    poll();
    assertThat(consumer.paused()).containsExactly(ONE);
    consumer.resume(List.of(ONE));
    assertThat(consumer.paused()).isEmpty();
  }

  @Test
  void aLogThatCameBackIsPausedAgain() {
    held.add(ONE);
    poll();
    consumer.unsubscribe();
    consumer.assign(Set.of(ONE));
    assertThat(consumer.paused()).isEmpty();
    poll();
    assertThat(consumer.paused()).containsExactly(ONE);
  }

  private void poll() {
    assertThat(consumer.poll(Duration.ZERO)).isEmpty();
  }
}
