package goku.kafka;

import static goku.kafka.FilledLog.HEADER_BYTES;
import static goku.kafka.FilledLog.LOG;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
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

  private static List<Long> without(long from, long to) {
    return LongStream.range(0, 50).filter(offset -> offset < from || offset > to).boxed().toList();
  }

  /// Returns the offsets of all records that can be read before the end.
  private List<Long> consume(FilledLog log, long end) {
    var offsets = new TreeSet<Long>();
    try (var consumer =
        new SkippingConsumer(
            Map.of(
                "bootstrap.servers",
                log.bootstrapServers(),
                "client.id",
                "test",
                "auto.offset.reset",
                "earliest"),
            registry)) {
      consumer.assign(Set.of(LOG));
      while (consumer.position(LOG) < end) {
        consumer.poll(Duration.ofMillis(200)).forEach(record -> offsets.add(record.offset()));
      }
    }
    return new ArrayList<>(offsets);
  }
}
