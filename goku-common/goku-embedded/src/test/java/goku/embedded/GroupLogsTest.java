package goku.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.DirectoryTree;
import goku.testkit.Records;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(Lifecycle.PER_CLASS)
class GroupLogsTest {
  private static final TopicPartition PARTITION = new TopicPartition("numbers", 0);
  private static final String GROUP = "committers";
  private static final int COMMITS = 8;
  private static final int RECORDS = 10;

  /// Places in a batch, which begins with its offset. The epoch is the only part that is not
  /// verified.
  private static final int LENGTH_AT = Long.BYTES;

  private static final int EPOCH_AT = 12;
  private static final int VERSION_AT = 16;
  private static final int CONTENT_AT = 57;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private Path directory;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private Path kafka;

  /// A broker that stopped in order, with a batch for each commit of a group.
  @BeforeAll
  void write(@TempDir Path temporary) throws Exception {
    directory = temporary;
    kafka = Files.createDirectory(directory.resolve("kafka"));
    try (var broker = new EmbeddedKafka(kafka, "127.0.0.1", 0)) {
      broker.start();
      Records.createTopic(broker.bootstrapServers());
      Records.produce(broker.bootstrapServers(), 0, RECORDS);
      for (int commit = 1; commit <= COMMITS; commit++) {
        commit(broker, commit);
      }
    }
  }

  private static void commit(EmbeddedKafka broker, int offset) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      var offsets = Map.of(PARTITION, new OffsetAndMetadata(offset));
      admin.alterConsumerGroupOffsets(GROUP, offsets).all().get();
    }
  }

  private static long committed(EmbeddedKafka broker) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      var offsets = admin.listConsumerGroupOffsets(GROUP).partitionsToOffsetAndMetadata().get();
      return offsets.containsKey(PARTITION) ? offsets.get(PARTITION).offset() : 0;
    }
  }

  private Path copy() throws IOException {
    Path copy = Files.createTempDirectory(directory, "copy");
    new DirectoryTree(kafka).copyTo(copy);
    return copy;
  }

  private static Path log(Path broker) throws IOException {
    try (Stream<Path> files = Files.walk(broker)) {
      return files
          .filter(file -> file.toString().contains("__consumer_offsets"))
          .filter(file -> file.toString().endsWith(".log"))
          .max(Comparator.comparingLong(file -> file.toFile().length()))
          .orElseThrow();
    }
  }

  private static byte[] flip(Path log, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(log);
    bytes[at] ^= 1;
    Files.write(log, bytes);
    return bytes;
  }

  @Test
  void wholeLogsStayAsTheyAre() throws IOException {
    Path copy = copy();
    byte[] before = Files.readAllBytes(log(copy));
    GroupLogs.cutDamaged(copy);
    assertThat(Files.readAllBytes(log(copy))).isEqualTo(before);
  }

  @Test
  void aLogIsCutBeforeTheBatchWithAFlippedByte() throws IOException {
    Path log = log(kafka);
    byte[] whole = Files.readAllBytes(log);
    int lastBatch = batches(whole).getLast();
    for (int at = lastBatch; at < whole.length; at++) {
      Path copy = copy();
      byte[] flipped = flip(log(copy), at);
      GroupLogs.cutDamaged(copy);
      boolean isSeen = at - lastBatch >= VERSION_AT || at - lastBatch < EPOCH_AT;
      // the last offset may be higher than it was
      boolean isHigher = at - lastBatch < Long.BYTES && flipped[at] > whole[at];
      int expected = isSeen && !isHigher ? lastBatch : whole.length;
      assertThat(Files.readAllBytes(log(copy)))
          .as("flip at %d of the last batch", at - lastBatch)
          .isEqualTo(Arrays.copyOf(flipped, expected));
    }
  }

  /// Returns the begins of batches.
  private static List<Integer> batches(byte[] log) {
    List<Integer> begins = new ArrayList<>();
    ByteBuffer bytes = ByteBuffer.wrap(log);
    for (int at = 0;
        at < log.length;
        at += LENGTH_AT + Integer.BYTES + bytes.getInt(at + LENGTH_AT)) {
      begins.add(at);
    }
    return begins;
  }

  /// Flips a byte of the offset, of the length and of the content of a batch.
  @ParameterizedTest
  @ValueSource(ints = {0, LENGTH_AT + 3, CONTENT_AT})
  void groupsContinueAtEarlierOffsets(int flipped) throws Exception {
    Path copy = copy();
    Path log = log(copy);
    List<Integer> batches = batches(Files.readAllBytes(log));
    flip(log, batches.get(batches.size() - 2) + flipped);
    try (var broker = new EmbeddedKafka(copy, "127.0.0.1", 0)) {
      broker.start();
      assertThat(committed(broker)).isBetween(1L, (long) COMMITS);
      commit(broker, COMMITS);
      assertThat(committed(broker)).isEqualTo(COMMITS);
      assertThat(Records.consume(broker.bootstrapServers(), RECORDS)).hasSize(RECORDS);
    }
  }
}
