package goku.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import goku.embedded.EmbeddedKafka;
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
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs of a real broker in whose segment a byte was flipped.
class SkippingConsumerTest {
  private static final TopicPartition LOG = new TopicPartition("log", 0);

  /// The batches of the log, in records.
  private static final List<Integer> BATCHES = List.of(3, 1, 37, 2, 5, 1, 1);

  /// The bytes of a batch's header, up to its records.
  private static final int HEADER_BYTES = 61;

  private static final int LENGTH_OFFSET = 8;

  @TempDir private Path directory;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void readsAllButTheDamagedBatch() throws Exception {
    try (EmbeddedKafka kafka = start()) {
      fill(kafka);
      flip(2, HEADER_BYTES + 20);
      assertThat(consume(kafka, 50)).containsExactlyElementsOf(without(4, 40));
      assertThat(registry.get("goku.kafka.records.skipped").counter().count()).isEqualTo(37);
    }
  }

  @Test
  void skipsDamagedBatchesOneByOne() throws Exception {
    try (EmbeddedKafka kafka = start()) {
      fill(kafka);
      flip(0, HEADER_BYTES + 3);
      flip(2, HEADER_BYTES + 3);
      flip(4, HEADER_BYTES + 3);
      List<Long> wanted =
          LongStream.range(0, 50)
              .filter(offset -> offset == 3 || offset == 41 || offset == 42 || offset > 47)
              .boxed()
              .toList();
      assertThat(consume(kafka, 50)).containsExactlyElementsOf(wanted);
    }
  }

  @Test
  void continuesAtTheEndOfTheLogIfTheLastBatchIsDamaged() throws Exception {
    try (EmbeddedKafka kafka = start()) {
      fill(kafka);
      flip(6, HEADER_BYTES + 1);
      assertThat(consume(kafka, 50)).containsExactlyElementsOf(without(49, 49));
    }
  }

  private EmbeddedKafka start() throws Exception {
    var kafka = new EmbeddedKafka(directory, "127.0.0.1", 0);
    kafka.start();
    return kafka;
  }

  private static void fill(EmbeddedKafka kafka) throws Exception {
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
      for (int records : BATCHES) {
        for (int i = 0; i < records; i++) {
          var _ = producer.send(new ProducerRecord<>(LOG.topic(), new byte[100]));
        }
        producer.flush();
      }
    }
  }

  /// Flips a bit of a batch in the segment.
  private void flip(int batch, int offset) throws IOException {
    Path segment;
    try (Stream<Path> files = Files.walk(directory)) {
      segment =
          files
              .filter(file -> file.toString().contains(LOG + "/"))
              .filter(file -> file.toString().endsWith(".log"))
              .findAny()
              .orElseThrow();
    }
    try (var file = FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long at = 0;
      for (int before = 0; before < batch; before++) {
        ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
        file.read(length, at + LENGTH_OFFSET);
        at += LENGTH_OFFSET + Integer.BYTES + length.getInt(0);
      }
      ByteBuffer one = ByteBuffer.allocate(1);
      file.read(one, at + offset);
      one.put(0, (byte) (one.get(0) ^ 4));
      file.write(one.rewind(), at + offset);
    }
  }

  private static List<Long> without(long from, long to) {
    return LongStream.range(0, 50).filter(offset -> offset < from || offset > to).boxed().toList();
  }

  /// Returns the offsets of all records that can be read before the end.
  private List<Long> consume(EmbeddedKafka kafka, long end) {
    var offsets = new TreeSet<Long>();
    try (var consumer =
        new SkippingConsumer(
            Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
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
