package goku.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class KafkaWatchTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final AtomicBoolean away = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();

  @Test
  void anOutageIsReportedFromItsBeginToItsEnd() {
    try (var watch =
        new KafkaWatch(this::ask, () -> closed.set(true), Duration.ofMillis(1), registry)) {
      watch.start();
      assertThat(watch.check().reason()).isEmpty();
      away.set(true);
      await().until(() -> available() == 0);
      assertThat(watch.check().reason()).contains("Kafka does not answer", "no node answered");
      assertThat(watch.check().ok()).as("all processes share Kafka").isTrue();
      away.set(false);
      await().until(() -> available() == 1);
      assertThat(watch.check().reason()).isEmpty();
    }
    assertThat(closed).isTrue();
  }

  @Test
  void closingDoesNotWaitForTheNextQuestion() {
    var watch = new KafkaWatch(this::ask, () -> closed.set(true), Duration.ofDays(1), registry);
    watch.start();
    watch.close();
    assertThat(closed).isTrue();
  }

  private void ask() throws ExecutionException {
    if (away.get()) {
      throw new ExecutionException(new TimeoutException("no node answered"));
    }
  }

  private double available() {
    return registry.get("goku.kafka.available").gauge().value();
  }
}
