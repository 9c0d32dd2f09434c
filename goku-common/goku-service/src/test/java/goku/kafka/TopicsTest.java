package goku.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import goku.embedded.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicsTest {
  private static final int TOPICS = 5;
  private static final int PARTITIONS = 16;

  @TempDir private Path directory;

  @Test
  void aNewTopicTakesRecordsOfEveryPartitionAtOnce() throws Exception {
    try (var broker = new EmbeddedKafka(directory, "127.0.0.1", 0)) {
      broker.start();
      KafkaConfig kafka = KafkaConfig.of(broker.bootstrapServers());
      try (var admin = Admin.create(kafka.clientProperties());
          var producer = Producers.acknowledging(kafka, Duration.ofMinutes(1), Map.of())) {
        for (int i = 0; i < TOPICS; i++) {
          String topic = "topic-" + i;
          int created = Topics.ensure(admin, kafka.replication(), topic, PARTITIONS, Map.of());
          assertThat(created).isEqualTo(PARTITIONS);
          sendToAll(producer, topic);
          assertThat(Topics.ensure(admin, kafka.replication(), topic, 3, Map.of()))
              .as("partitions of a topic that was there")
              .isEqualTo(PARTITIONS);
        }
        assertThat(retries(producer)).as("records that were refused at first").isZero();
      }
    }
  }

  private static void sendToAll(Producer<byte[], byte[]> producer, String topic) throws Exception {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      sent.add(producer.send(new ProducerRecord<>(topic, partition, null, new byte[1])));
    }
    for (Future<RecordMetadata> each : sent) {
      each.get();
    }
  }

  private static double retries(Producer<byte[], byte[]> producer) {
    return producer.metrics().entrySet().stream()
        .filter(entry -> entry.getKey().name().equals("record-retry-total"))
        .filter(entry -> entry.getKey().group().equals("producer-metrics"))
        .mapToDouble(entry -> (double) entry.getValue().metricValue())
        .sum();
  }
}
