package goku.kafka.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.embedded.EmbeddedKafka;
import goku.kafka.KafkaConfig;
import goku.kafka.input.InputSource.Oldest;
import goku.kafka.input.InputSource.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/// The input as a real broker reports it.
class KafkaInputTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir static Path directory;
  private static EmbeddedKafka kafka;

  @BeforeAll
  static void startBroker() throws Exception {
    kafka = new EmbeddedKafka(directory, "127.0.0.1", 0);
    kafka.start();
  }

  @AfterAll
  static void stopBroker() {
    kafka.close();
  }

  @Test
  void aTopicThatDoesNotExistHasNoPartitions() throws Exception {
    try (var input = input("absent", "nobody")) {
      eventually(() -> assertThat(input.places()).isEmpty());
      eventually(() -> assertThat(input.members()).isZero());
    }
  }

  @Test
  void aGroupThatHasNeverCommittedBeginsAtTheStartOfTheLog(TestInfo test) throws Exception {
    String topic = filled(test, 3);
    try (var input = input(topic, "new-group")) {
      eventually(
          () ->
              assertThat(input.places())
                  .containsEntry(new TopicPartition(topic, 0), new Place(0, 3))
                  .containsEntry(new TopicPartition(topic, 1), new Place(0, 0)));
    }
  }

  @Test
  void membersAndCommittedOffsetsAreThoseOfTheGroup(TestInfo test) throws Exception {
    String topic = filled(test, 3);
    String group = topic + "-group";
    var bytes = new ByteArrayDeserializer();
    Map<String, Object> settings = new HashMap<>(client());
    settings.put("group.id", group);
    settings.put("auto.offset.reset", "earliest");
    settings.put("enable.auto.commit", false);
    try (var consumer = new KafkaConsumer<>(settings, bytes, bytes);
        var input = input(topic, group)) {
      consumer.subscribe(List.of(topic));
      while (consumer.assignment().isEmpty()) {
        consumer.poll(Duration.ofMillis(100));
      }
      var first = new TopicPartition(topic, 0);
      consumer.commitSync(Map.of(first, new OffsetAndMetadata(2)));
      eventually(() -> assertThat(input.places()).containsEntry(first, new Place(2, 3)));
      eventually(() -> assertThat(input.members()).isOne());
    }
  }

  @Test
  void theOldestWaitingRecordHasTheAgeOfItsTimestamp(TestInfo test) throws Exception {
    String topic = filled(test, 3);
    var first = new TopicPartition(topic, 0);
    try (var input = input(topic, "any")) {
      // the record at offset 1 was written two seconds before the last one
      eventually(
          () ->
              assertThat(input.oldest(Map.of(first, new Place(1, 3))))
                  .containsEntry(first, new Oldest.Waits(2000)));
    }
  }

  @Test
  void markersOfTransactionsAreNoRecords(TestInfo test) throws Exception {
    String topic = filled(test, 0);
    var first = new TopicPartition(topic, 0);
    Map<String, Object> settings = new HashMap<>(client());
    settings.put("transactional.id", topic);
    var bytes = new ByteArraySerializer();
    try (var producer = new KafkaProducer<>(settings, bytes, bytes);
        var input = input(topic, "any")) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, 0, null, new byte[1])).get();
      producer.commitTransaction();
      // the broker writes the marker after it has confirmed the end of the transaction
      eventually(() -> assertThat(input.places()).containsEntry(first, new Place(0, 2)));
      eventually(
          () ->
              assertThat(input.oldest(Map.of(first, new Place(1, 2))))
                  .containsEntry(first, new Oldest.Nothing(2)));
    }
  }

  /// Repeats a look that failed, because each has a time limit of a few seconds.
  private static void eventually(ThrowingRunnable look) {
    await().pollInSameThread().ignoreExceptions().untilAsserted(look);
  }

  /// Creates a topic with two partitions, the first of which has records that were written a second
  /// after each other, the last one a second ago.
  private static String filled(TestInfo test, int records) throws Exception {
    String topic = test.getTestMethod().orElseThrow().getName();
    try (Admin admin = Admin.create(client())) {
      admin.createTopics(List.of(new NewTopic(topic, 2, (short) 1))).all().get();
    }
    fill(topic, records);
    return topic;
  }

  private static void fill(String topic, int records)
      throws ExecutionException, InterruptedException {
    var bytes = new ByteArraySerializer();
    try (var producer = new KafkaProducer<>(client(), bytes, bytes)) {
      for (int i = 0; i < records; i++) {
        long time = NOW.minusSeconds(records - i).toEpochMilli();
        producer.send(new ProducerRecord<>(topic, 0, time, null, new byte[1])).get();
      }
    }
  }

  private static Map<String, Object> client() {
    return Map.of("bootstrap.servers", kafka.bootstrapServers());
  }

  private static KafkaInput input(String topic, String group) {
    return new KafkaInput(
        KafkaConfig.of(kafka.bootstrapServers()),
        new InputConfig(List.of(topic), group),
        InstantSource.fixed(NOW));
  }
}
