package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.kafka.KafkaConfig;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class KafkaFinalizedEventsTest {
  private static final FinalizedEvent EVENT =
      new FinalizedEvent("ns", 7, 0, 7_200_000, 1, 10, "0a", 1, 1, "metrics", "short/a");

  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

  @Test
  void makesTheTopicBeforeTheFirstEventOnly() throws Exception {
    Deque<RuntimeException> failures = new ArrayDeque<>(List.of(new KafkaException("away")));
    var made = new int[1];
    var events =
        new KafkaFinalizedEvents(
            producer,
            "finalized",
            _ -> {
              if (!failures.isEmpty()) {
                throw failures.pop();
              }
              made[0]++;
            });
    assertThatThrownBy(() -> events.publish(EVENT)).hasMessage("away");
    assertThat(producer.history()).isEmpty();
    events.publish(EVENT);
    events.publish(EVENT);
    assertThat(made[0]).isOne();
    assertThat(producer.history())
        .hasSize(2)
        .allSatisfy(
            record -> {
              assertThat(record.topic()).isEqualTo("finalized");
              assertThat(record.key()).isEqualTo(EVENT.recordKey());
              assertThat(record.value()).isEqualTo(EVENT.recordValue());
            });
  }

  @Test
  void theTopicHasThePrefix() {
    var impatient = List.of("request.timeout.ms=50", "default.api.timeout.ms=100");
    var kafka = new KafkaConfig("127.0.0.1:1", impatient, 0, "team-b");
    try (var events = new KafkaFinalizedEvents(kafka)) {
      assertThatThrownBy(() -> events.publish(EVENT))
          .hasMessageContaining("topic=team-b-finalized");
    }
  }

  @Test
  void failsWhenTheBrokerDidNotTakeTheEvent() {
    producer.sendException = new TimeoutException("30 s are over");
    var events = new KafkaFinalizedEvents(producer, "finalized", _ -> {});
    assertThatThrownBy(() -> events.publish(EVENT)).isInstanceOf(KafkaException.class);
  }
}
