package goku.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import goku.embedded.EmbeddedKafka;
import goku.testkit.TestForm;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs of a real broker, one of whose bytes flips at a random offset while the broker runs. A
/// record holds its own offset.
class FlippedLogTest {
  private static final TopicPartition LOG = new TopicPartition("log", 0);
  private static final List<Integer> BATCHES = List.of(3, 1, 37, 2, 5, 1, 1);
  private static final int RECORDS = 50;

  /// The bytes of a batch's header, up to its records.
  private static final int HEADER_BYTES = 61;

  private static final int LENGTH_OFFSET = 8;
  private static final int RANDOM_FLIPS = TestForm.isLong() ? 200 : 4;

  /// The header bytes whose flips are tried in the short form: of the base offset, the length, the
  /// leader epoch, the magic, the checksum, the attributes, the last offset and the count.
  private static final List<Integer> SOME_HEADER_BYTES =
      List.of(2, 7, 9, 11, 14, 16, 18, 22, 26, 60);

  private static final int MOST_POLLS = 100;

  /// The time that seems to pass between two looks at the clock.
  private static final Duration STEP = Duration.ofSeconds(5);

  @TempDir private Path directory;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private long nanos;

  @Test
  void aFlippedByteOfAHeaderNeverStopsTheReaderOrChangesAnOffset() throws Exception {
    try (EmbeddedKafka kafka = filled()) {
      List<Integer> header =
          TestForm.isLong() ? IntStream.range(0, HEADER_BYTES).boxed().toList() : SOME_HEADER_BYTES;
      List<String> wrong = new ArrayList<>();
      for (int batch : TestForm.isLong() ? List.of(0, 2, 6) : List.of(2)) {
        for (int offset : header) {
          int at = (int) start(batch) + offset;
          flipAndRead(
              kafka,
              at,
              1 << offset % 8,
              "batch %d, header byte %d".formatted(batch, offset),
              wrong);
        }
      }
      assertThat(wrong).isEmpty();
    }
  }

  @Test
  void aFlippedByteAnywhereNeverStopsTheReaderOrChangesAnOffset() throws Exception {
    var random = new Random(TestForm.seed());
    try (EmbeddedKafka kafka = filled()) {
      int size = Math.toIntExact(Files.size(segment()));
      List<String> wrong = new ArrayList<>();
      for (int i = 0; i < RANDOM_FLIPS; i++) {
        int at = random.nextInt(size);
        flipAndRead(kafka, at, 1 << random.nextInt(8), "byte %d".formatted(at), wrong);
      }
      assertThat(wrong).isEmpty();
    }
  }

  private void flipAndRead(EmbeddedKafka kafka, int at, int bits, String what, List<String> wrong)
      throws IOException {
    flip(at, bits);
    try {
      String problem = problem(kafka);
      if (!problem.isEmpty()) {
        wrong.add("%s, bits %d: %s".formatted(what, bits, problem));
      }
    } finally {
      flip(at, bits);
    }
  }

  /// Reads the log to its end. Returns a problem; empty if all is right.
  private String problem(EmbeddedKafka kafka) {
    Map<Long, Integer> found = new TreeMap<>();
    try (var consumer =
        new SkippingConsumer(
            Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "client.id",
                "test",
                "auto.offset.reset",
                "none"),
            registry,
            () -> nanos += STEP.toNanos())) {
      consumer.assign(Set.of(LOG));
      consumer.seek(LOG, 0);
      for (int poll = 0; consumer.position(LOG) < RECORDS; poll++) {
        if (poll == MOST_POLLS) {
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

  private EmbeddedKafka filled() throws Exception {
    var kafka = new EmbeddedKafka(directory, "127.0.0.1", 0);
    kafka.start();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin.createTopics(Set.of(new NewTopic(LOG.topic(), 1, (short) 1))).all().get();
    }
    try (var producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "linger.ms",
                60_000,
                "batch.size",
                1 << 20),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      int offset = 0;
      for (int records : BATCHES) {
        for (int i = 0; i < records; i++) {
          byte[] value = ByteBuffer.allocate(100).putInt(offset++).array();
          var _ = producer.send(new ProducerRecord<>(LOG.topic(), value));
        }
        producer.flush();
      }
    }
    return kafka;
  }

  private Path segment() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().contains(LOG + "/"))
          .filter(file -> file.toString().endsWith(".log"))
          .findAny()
          .orElseThrow();
    }
  }

  /// Returns the position of a batch in the segment.
  private long start(int batch) throws IOException {
    try (var file = FileChannel.open(segment(), StandardOpenOption.READ)) {
      long at = 0;
      for (int before = 0; before < batch; before++) {
        ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
        file.read(length, at + LENGTH_OFFSET);
        at += LENGTH_OFFSET + Integer.BYTES + length.getInt(0);
      }
      return at;
    }
  }

  private void flip(int at, int bits) throws IOException {
    try (var file =
        FileChannel.open(segment(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      file.read(one, at);
      one.put(0, (byte) (one.get(0) ^ bits));
      file.write(one.rewind(), at);
    }
  }
}
