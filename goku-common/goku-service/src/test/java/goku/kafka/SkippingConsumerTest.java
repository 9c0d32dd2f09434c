package goku.kafka;

import static goku.kafka.FilledLog.HEADER_BYTES;
import static goku.kafka.FilledLog.LOG;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs of a real broker in whose segment a byte was flipped.
class SkippingConsumerTest {
  @TempDir private Path directory;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void readsAllButTheDamagedBatch() throws Exception {
    try (var log = new FilledLog(directory)) {
      log.flip(log.start(2) + HEADER_BYTES + 20, 4);
      assertThat(consume(log, 50)).containsExactlyElementsOf(without(4, 40));
      assertThat(registry.get("goku.kafka.records.skipped").counter().count()).isEqualTo(37);
    }
  }

  @Test
  void skipsDamagedBatchesOneByOne() throws Exception {
    try (var log = new FilledLog(directory)) {
      log.flip(log.start(0) + HEADER_BYTES + 3, 4);
      log.flip(log.start(2) + HEADER_BYTES + 3, 4);
      log.flip(log.start(4) + HEADER_BYTES + 3, 4);
      List<Long> wanted =
          LongStream.range(0, 50)
              .filter(offset -> offset == 3 || offset == 41 || offset == 42 || offset > 47)
              .boxed()
              .toList();
      assertThat(consume(log, 50)).containsExactlyElementsOf(wanted);
    }
  }

  @Test
  void continuesAtTheEndOfTheLogIfTheLastBatchIsDamaged() throws Exception {
    try (var log = new FilledLog(directory)) {
      log.flip(log.start(6) + HEADER_BYTES + 1, 4);
      assertThat(consume(log, 50)).containsExactlyElementsOf(without(49, 49));
    }
  }

  @Test
  void readsFromTheCommittedOffsetAgainAfterARebalance() throws Exception {
    try (var log = new FilledLog(directory);
        var consumer = consumer(log)) {
      consumer.subscribe(List.of(LOG.topic()), new Nobody());
      readTo(consumer, 40);
      consumer.enforceRebalance();
      assertThat(readTo(consumer, 50)).containsExactlyElementsOf(without(50, 50));
      assertThat(registry.find("goku.kafka.records.skipped").counter()).isNull();
    }
  }

  @Test
  void goesOnWithoutALogThatItLoses() throws Exception {
    try (var log = new FilledLog(directory);
        var consumer = consumer(log)) {
      consumer.subscribe(List.of(LOG.topic()), new Nobody());
      readTo(consumer, 40);
      consumer.subscribe(List.of("other"), new Nobody());
      while (!consumer.assignment().isEmpty()) {
        consumer.poll(Duration.ofMillis(200));
      }
      assertThat(registry.find("goku.kafka.records.skipped").counter()).isNull();
    }
  }

  private static List<Long> without(long from, long to) {
    return LongStream.range(0, 50).filter(offset -> offset < from || offset > to).boxed().toList();
  }

  /// Returns the offsets of all records that can be read before the end.
  private Set<Long> consume(FilledLog log, long end) {
    try (var consumer = consumer(log)) {
      consumer.assign(Set.of(LOG));
      return readTo(consumer, end);
    }
  }

  private SkippingConsumer consumer(FilledLog log) {
    return new SkippingConsumer(
        Map.of(
            "bootstrap.servers",
            log.bootstrapServers(),
            "client.id",
            "test",
            "group.id",
            "test",
            "enable.auto.commit",
            false,
            "max.poll.records",
            10,
            "auto.offset.reset",
            "earliest"),
        registry);
  }

  private static Set<Long> readTo(SkippingConsumer consumer, long end) {
    var offsets = new TreeSet<Long>();
    do {
      consumer.poll(Duration.ofMillis(200)).forEach(record -> offsets.add(record.offset()));
    } while (!consumer.assignment().contains(LOG) || consumer.position(LOG) < end);
    return offsets;
  }

  private static final class Nobody implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> logs) {}

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> logs) {}
  }
}
