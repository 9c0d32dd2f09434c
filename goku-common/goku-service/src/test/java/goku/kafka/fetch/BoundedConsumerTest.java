package goku.kafka.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import goku.embedded.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A consumer of a real broker.
class BoundedConsumerTest {
  private static final TopicPartition LOG = new TopicPartition("log", 0);
  private static final int LIMIT = 100_000;

  @TempDir private Path directory;

  @Test
  void recordsAfterABatchBeyondTheLimitAreRead() throws Exception {
    List<OversizedBatch> oversized = new ArrayList<>();
    List<Long> read = new ArrayList<>();
    try (var kafka = new EmbeddedKafka(directory, "127.0.0.1", 0)) {
      kafka.start();
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
        admin.createTopics(Set.of(new NewTopic(LOG.topic(), 1, (short) 1))).all().get();
      }
      produce(kafka, 10, LIMIT, 20, LIMIT, LIMIT);
      try (var consumer =
          new BoundedConsumer(
              Map.of(
                  "bootstrap.servers", kafka.bootstrapServers(), "auto.offset.reset", "earliest"),
              new ByteArrayDeserializer(),
              new FetchFilter(LIMIT, oversized::add))) {
        consumer.assign(Set.of(LOG));
        while (consumer.position(LOG) < 5) {
          consumer.poll(Duration.ofMillis(100)).forEach(record -> read.add(record.offset()));
        }
      }
    }
    assertThat(read).containsExactly(0L, 2L);
    assertThat(oversized).extracting(OversizedBatch::log).containsOnly(LOG);
    assertThat(oversized).extracting(OversizedBatch::firstOffset).containsExactly(1L, 3L, 4L);
  }

  private static void produce(EmbeddedKafka kafka, int... sizes) {
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers(), "compression.type", "zstd"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int size : sizes) {
        var _ = producer.send(new ProducerRecord<>(LOG.topic(), new byte[size]));
        producer.flush();
      }
    }
  }
}
