package goku.client.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.client.GokuProducer;
import goku.client.GokuProducers;
import goku.client.ProducerOptions;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.validate.ValidationException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GokuMeterRegistryTest {
  private final MockClock clock = new MockClock();
  private final MockProducer<String, byte[]> kafka =
      new MockProducer<>(
          true, new RoundRobinPartitioner(), new StringSerializer(), new ByteArraySerializer());
  private final GokuProducer producer = GokuProducers.of(ProducerOptions.of("nowhere:9092"), kafka);
  private final GokuMeterRegistry registry = new GokuMeterRegistry(key -> null, clock, producer);

  @AfterEach
  void close() {
    registry.close();
  }

  @Test
  void sendsAllKindsOfMeters() {
    registry.config().commonTags("host", "h1");
    registry.counter("orders.placed", "shop", "berlin").increment(3);
    Gauge.builder("queue.size", () -> 2.5).register(registry);
    Gauge.builder("gone", () -> Double.NaN).register(registry);
    Timer.builder("http").register(registry).record(Duration.ofMillis(1500));
    DistributionSummary.builder("size").register(registry).record(7);
    FunctionTimer.builder("gc", this, x -> 4, x -> 2000, TimeUnit.MILLISECONDS).register(registry);
    LongTaskTimer.builder("backup").register(registry).start();
    Meter.builder("other", Meter.Type.OTHER, List.of(new Measurement(() -> 9.0, Statistic.VALUE)))
        .register(registry);
    clock.add(Duration.ofMinutes(1));
    registry.publish();
    assertThat(sent())
        .containsOnlyOnce(
            "put orders.placed 60001 3.0 host=h1 shop=berlin",
            "put queue.size 60001 2.5 host=h1",
            "put http.count 60001 1 host=h1",
            "put http.sum 60001 1.5 host=h1",
            "put http.max 60001 1.5 host=h1",
            "put size.count 60001 1 host=h1",
            "put size.sum 60001 7.0 host=h1",
            "put size.max 60001 7.0 host=h1",
            "put gc.count 60001 4.0 host=h1",
            "put gc.sum 60001 2.0 host=h1",
            "put backup.active 60001 1 host=h1",
            "put backup.duration 60001 60.0 host=h1",
            "put backup.max 60001 60.0 host=h1",
            "put other.value 60001 9.0 host=h1",
            "put goku.client.lost 60001 0.0 host=h1")
        .noneMatch(line -> line.contains("gone"));
  }

  @Test
  void countsAreThoseOfAStep() {
    var counter = registry.counter("orders.placed");
    counter.increment(3);
    clock.add(Duration.ofMinutes(1));
    registry.publish();
    counter.increment();
    clock.add(Duration.ofMinutes(1));
    registry.publish();
    assertThat(sent()).contains("put orders.placed 60001 3.0", "put orders.placed 120001 1.0");
  }

  @Test
  void percentilesAndBucketsAreSeries() {
    Timer timer =
        Timer.builder("http")
            .publishPercentiles(0.5)
            .serviceLevelObjectives(Duration.ofSeconds(1))
            .register(registry);
    timer.record(Duration.ofMillis(500));
    registry.publish(); // Micrometer forgets them after a step
    assertThat(sent())
        .anyMatch(line -> line.matches("put http.percentile 1 0\\.\\d+ phi=0.5"))
        .contains("put http.histogram 1 1.0 le=1");
  }

  @Test
  void closingSendsTheStepThatHasBegun() {
    registry.counter("orders.placed").increment(3);
    registry.close();
    assertThat(sent()).contains("put orders.placed 1 3.0");
    assertThat(kafka.closed()).isTrue();
  }

  @Test
  void saysWhichSettingIsMissing() {
    assertThatThrownBy(() -> new GokuMeterRegistry(key -> null, clock))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("goku.bootstrapServers");
    GokuRegistryConfig config = Map.of("goku.bootstrapServers", "k:1", "goku.topic", "t")::get;
    assertThat(config.producerOptions()).isEqualTo(ProducerOptions.of("k:1").withTopic("t"));
  }

  /// Returns all lines once they are delivered.
  private List<String> sent() {
    try {
      assertThat(producer.flush(Duration.ofMinutes(2))).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return kafka.history().stream()
        .flatMap(record -> new String(record.value(), UTF_8).lines())
        .toList();
  }
}
