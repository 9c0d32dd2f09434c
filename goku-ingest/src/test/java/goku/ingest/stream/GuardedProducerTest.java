package goku.ingest.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

final class GuardedProducerTest {
  private final MockProducer<byte[], byte[]> kafka =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final AtomicReference<Optional<String>> refusal = new AtomicReference<>(Optional.empty());
  private final GuardedProducer producer = new GuardedProducer(kafka, refusal::get);

  @Test
  void refusesRecordsWithTheReasonAndAcceptsThemAgain() {
    refusal.set(Optional.of("the disk is full"));
    List<String> told = new ArrayList<>();
    Future<?> refused =
        producer.send(message(), (_, failure) -> told.add(String.valueOf(failure.getMessage())));
    assertThat(refused.exceptionNow())
        .isInstanceOf(RefusedException.class)
        .hasMessage("the disk is full");
    assertThat(told).containsExactly("the disk is full");
    assertThat(kafka.history()).isEmpty();
    refusal.set(Optional.empty());
    assertThat(producer.send(message())).succeedsWithin(Duration.ZERO);
    assertThat(kafka.history()).hasSize(1);
  }

  private static ProducerRecord<byte[], byte[]> message() {
    return new ProducerRecord<>("goku-ns", 0, 0L, new byte[0], new byte[] {1});
  }
}
