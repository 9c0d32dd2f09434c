package goku.kafka;

import static goku.kafka.FilledLog.HEADER_BYTES;
import static goku.kafka.FilledLog.LOG;
import static goku.kafka.FilledLog.RECORDS;
import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.HangLimits;
import goku.testkit.TestForm;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs of a real broker, one of whose bytes flips at a random offset while the broker runs. A
/// record holds its own offset.
class FlippedLogTest {
  private static final int RANDOM_FLIPS = TestForm.isLong() ? 200 : 4;

  /// The header bytes whose flips are tried in the short form: of the base offset, the length, the
  /// leader epoch, the magic, the checksum, the attributes, the last offset and the count.
  private static final List<Integer> SOME_HEADER_BYTES =
      List.of(2, 7, 9, 11, 14, 16, 18, 22, 26, 60);

  /// The time that seems to pass between two looks at the clock.
  private static final Duration STEP = Duration.ofSeconds(5);

  @TempDir private Path directory;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private long nanos;

  @Test
  void aFlippedByteOfAHeaderNeverStopsTheReaderOrChangesAnOffset() throws Exception {
    try (var log = new FilledLog(directory)) {
      List<Integer> header =
          TestForm.isLong() ? IntStream.range(0, HEADER_BYTES).boxed().toList() : SOME_HEADER_BYTES;
      List<String> wrong = new ArrayList<>();
      for (int batch : TestForm.isLong() ? List.of(0, 2, 6) : List.of(2)) {
        for (int offset : header) {
          int at = log.start(batch) + offset;
          flipAndRead(
              log, at, 1 << offset % 8, "batch %d, header byte %d".formatted(batch, offset), wrong);
        }
      }
      assertThat(wrong).isEmpty();
    }
  }

  @Test
  void aFlippedByteAnywhereNeverStopsTheReaderOrChangesAnOffset() throws Exception {
    var random = new Random(TestForm.seed());
    try (var log = new FilledLog(directory)) {
      int size = log.size();
      List<String> wrong = new ArrayList<>();
      for (int i = 0; i < RANDOM_FLIPS; i++) {
        int at = random.nextInt(size);
        flipAndRead(log, at, 1 << random.nextInt(8), "byte %d".formatted(at), wrong);
      }
      assertThat(wrong).isEmpty();
    }
  }

  private void flipAndRead(FilledLog log, int at, int bits, String what, List<String> wrong)
      throws IOException {
    log.flip(at, bits);
    try {
      String problem = problem(log);
      if (!problem.isEmpty()) {
        wrong.add("%s, bits %d: %s".formatted(what, bits, problem));
      }
    } finally {
      log.flip(at, bits);
    }
  }

  /// Reads the log to its end. Returns a problem; empty if all is right.
  private String problem(FilledLog log) {
    Map<Long, Integer> found = new TreeMap<>();
    try (var consumer =
        new SkippingConsumer(
            Map.of(
                "bootstrap.servers",
                log.bootstrapServers(),
                "client.id",
                "test",
                "auto.offset.reset",
                "none"),
            registry,
            () -> nanos += STEP.toNanos())) {
      consumer.assign(Set.of(LOG));
      consumer.seek(LOG, 0);
      long end = System.nanoTime() + HangLimits.STEP.toNanos();
      while (consumer.position(LOG) < RECORDS) {
        if (System.nanoTime() > end) {
          return "stopped at %d after %s".formatted(consumer.position(LOG), found.keySet());
        }
        consumer
            .poll(Duration.ofMillis(100))
            .forEach(
                record -> found.put(record.offset(), ByteBuffer.wrap(record.value()).getInt()));
      }
    } catch (RuntimeException failed) {
      return failed.toString();
    }
    List<Long> changed =
        found.entrySet().stream()
            .filter(record -> record.getKey() != (long) record.getValue())
            .map(Map.Entry::getKey)
            .toList();
    return changed.isEmpty() ? "" : "other records at the offsets " + changed;
  }
}
