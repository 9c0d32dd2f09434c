package goku.kafka;

import goku.embedded.EmbeddedKafka;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// A log of a real broker with batches of known sizes, whose segment can be damaged while the
/// broker runs. Each record begins with its own offset, as an int.
final class FilledLog implements AutoCloseable {
  static final TopicPartition LOG = new TopicPartition("log", 0);
  static final int RECORDS = 50;

  /// The bytes of a batch's header, up to its records.
  static final int HEADER_BYTES = 61;

  /// The batches of the log, in records.
  private static final List<Integer> BATCHES = List.of(3, 1, 37, 2, 5, 1, 1);

  private static final int LENGTH_OFFSET = 8;

  private final Path directory;
  private final EmbeddedKafka kafka;

  /// Starts a broker and fills the log.
  FilledLog(Path directory) throws Exception {
    this.directory = directory;
    kafka = new EmbeddedKafka(directory, "127.0.0.1", 0);
    kafka.start();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin.createTopics(Set.of(new NewTopic(LOG.topic(), 1, (short) 1))).all().get();
    }
    fill();
  }

  private void fill() {
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
  }

  String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  /// Returns the bytes of the segment.
  int size() throws IOException {
    return Math.toIntExact(Files.size(segment()));
  }

  /// Returns the position of a batch in the segment.
  int start(int batch) throws IOException {
    try (var file = FileChannel.open(segment(), StandardOpenOption.READ)) {
      int at = 0;
      for (int before = 0; before < batch; before++) {
        ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
        file.read(length, (long) at + LENGTH_OFFSET);
        at += LENGTH_OFFSET + Integer.BYTES + length.getInt(0);
      }
      return at;
    }
  }

  /// Flips bits of a byte of the segment.
  void flip(int at, int bits) throws IOException {
    try (var file =
        FileChannel.open(segment(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      file.read(one, at);
      one.put(0, (byte) (one.get(0) ^ bits));
      file.write(one.rewind(), at);
    }
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

  @Override
  public void close() {
    kafka.close();
  }
}
