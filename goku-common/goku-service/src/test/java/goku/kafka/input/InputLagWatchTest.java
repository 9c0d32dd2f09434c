package goku.kafka.input;

import static org.assertj.core.api.Assertions.assertThat;

import goku.config.ConfigLoader;
import goku.kafka.KafkaConfig;
import goku.kafka.input.InputSource.Oldest;
import goku.kafka.input.InputSource.Place;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class InputLagWatchTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final FakeInput input = new FakeInput();
  private final InputConfig config = new InputConfig(List.of("metrics", "more"), "goku-ingest");
  private long nanos;
  private final InputLagWatch watch = new InputLagWatch(input, config, () -> nanos, registry);

  @Test
  void theLagIsThatOfTheSlowestPartition() throws InterruptedException {
    input.places.put(new TopicPartition("metrics", 0), new Place(5, 5));
    input.places.put(new TopicPartition("more", 1), new Place(7, 7));
    watch.look();
    input.places.put(new TopicPartition("more", 1), new Place(7, 9));
    pass(4);
    assertThat(watch.lagMillis()).isEqualTo(4000);
    assertThat(watch.current().topics())
        .containsExactly(
            new InputLag.TopicLag("metrics", 0, 4000), new InputLag.TopicLag("more", 2, 4000));
    assertThat(registry.get("goku.input.lag").timeGauge().value(TimeUnit.SECONDS)).isEqualTo(4);
    assertThat(registry.get("goku.input.waiting").gauge().value()).isEqualTo(2);
    assertThat(registry.get("goku.input.members").gauge().value()).isEqualTo(3);
  }

  @Test
  void theLagGrowsWhileKafkaDoesNotAnswer() throws InterruptedException {
    input.places.put(new TopicPartition("metrics", 0), new Place(5, 5));
    watch.look();
    input.isAway = true;
    pass(20);
    assertThat(watch.lagMillis()).isEqualTo(20_000);
    assertThat(watch.check().ok()).as("all processes share Kafka").isTrue();
    assertThat(watch.check().reason()).contains("no broker");
    input.isAway = false;
    pass(1);
    assertThat(watch.check().reason()).isEmpty();
    pass(6);
    assertThat(watch.lagMillis()).isEqualTo(6000);
  }

  @Test
  void aLagIsKeptForTheTimeThatShardsMayLag() throws InterruptedException {
    var partition = new TopicPartition("metrics", 0);
    input.places.put(partition, new Place(5, 5));
    watch.look();
    input.places.put(partition, new Place(5, 6));
    pass(20);
    input.places.put(partition, new Place(6, 6));
    pass(1);
    assertThat(watch.current().records()).isZero();
    for (int second = 1; second <= 5; second++) {
      pass(1);
      assertThat(watch.lagMillis()).isEqualTo(21_000);
    }
    pass(1);
    assertThat(watch.lagMillis()).isEqualTo(1000);
  }

  @Test
  void theLagGrowsIfKafkaHasNeverAnswered() throws InterruptedException {
    input.isAway = true;
    pass(7);
    assertThat(watch.lagMillis()).isEqualTo(7000);
    assertThat(watch.proven()).as("it may have the wrong address").isEmpty();
    input.isAway = false;
    watch.look();
    assertThat(watch.proven()).hasValue(watch.current());
    input.isAway = true;
    watch.look();
    assertThat(watch.proven()).isPresent();
  }

  @Test
  void recordsThatWaitedBeforeTheStartHaveTheAgeOfTheOldest() throws InterruptedException {
    input.places.put(new TopicPartition("metrics", 0), new Place(5, 6));
    input.oldest.put(new TopicPartition("metrics", 0), new Oldest.Waits(90_000));
    watch.look();
    assertThat(watch.lagMillis()).isEqualTo(90_000);
  }

  @Test
  void topicsThatDoNotExistHaveNoLag() throws InterruptedException {
    for (int second = 1; second <= 60; second++) {
      pass(1);
    }
    assertThat(watch.lagMillis()).isEqualTo(1000);
  }

  @Test
  void withoutInputTopicsNothingIsRead() throws InterruptedException {
    input.isAway = true;
    var none =
        new InputLagWatch(
            input,
            new InputConfig(List.of(), "goku-ingest"),
            () -> nanos,
            new SimpleMeterRegistry());
    none.look();
    nanos += Duration.ofHours(1).toNanos();
    assertThat(none.lagMillis()).isZero();
    assertThat(none.check().reason()).isEmpty();
  }

  @Test
  void theGroupFollowsThePrefixUnlessItIsConfigured() {
    assertThat(groupOf("")).isEqualTo("team-b-ingest");
    assertThat(groupOf("mine")).isEqualTo("mine");
  }

  private static String groupOf(String applicationId) {
    var kafka =
        ConfigLoader.defaults(
            KafkaConfig.class, "--bootstrap-servers=127.0.0.1:1", "--prefix=team-b");
    try (var watch =
        InputLagWatch.of(
            kafka,
            ConfigLoader.defaults(InputConfig.class, "--application-id=" + applicationId),
            new SimpleMeterRegistry(),
            InstantSource.system())) {
      return watch.current().group();
    }
  }

  private void pass(int seconds) throws InterruptedException {
    nanos += Duration.ofSeconds(seconds).toNanos();
    watch.look();
  }

  private static final class FakeInput implements InputSource {
    final Map<TopicPartition, Place> places = new HashMap<>();
    final Map<TopicPartition, Oldest> oldest = new HashMap<>();
    boolean isAway;

    @Override
    public Map<TopicPartition, Place> places() throws ExecutionException {
      if (isAway) {
        throw new ExecutionException(new TimeoutException("no broker answered"));
      }
      return Map.copyOf(places);
    }

    @Override
    public int members() {
      return 3;
    }

    @Override
    public Map<TopicPartition, Oldest> oldest(Map<TopicPartition, Place> places) {
      Map<TopicPartition, Oldest> found = new HashMap<>(oldest);
      found.keySet().retainAll(places.keySet());
      return found;
    }

    @Override
    public void close() {}
  }
}
