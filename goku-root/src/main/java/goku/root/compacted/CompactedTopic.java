package goku.root.compacted;

import goku.kafka.KafkaConfig;
import goku.kafka.Producers;
import goku.kafka.Topics;
import goku.kafka.fetch.BoundedConsumer;
import goku.kafka.fetch.OversizedBatches;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;

/// A compacted topic with one partition, and its clients.
///
/// @param clientId the client name in Kafka
public record CompactedTopic(KafkaConfig kafka, String name, String clientId) {
  /// Returns the only partition, so all records have one order.
  public TopicPartition partition() {
    return new TopicPartition(name, 0);
  }

  /// Creates the topic if missing.
  void ensure() {
    try (Admin admin = Admin.create(kafka.clientProperties())) {
      var compacted = Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
      int partitions = Topics.ensure(admin, kafka.replication(), name, 1, compacted);
      if (partitions != 1) {
        throw new IllegalStateException(
            "cannot use topic=%s: it has %d partitions, but needs 1 and cleanup.policy=compact; delete or recreate it"
                .formatted(name, partitions));
      }
    }
  }

  Consumer<byte[], byte[]> consumer(MeterRegistry registry) {
    Map<String, Object> settings = kafka.clientProperties();
    settings.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    // fail if the topic was recreated: then all of it must be read again
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    return new BoundedConsumer(settings, new OversizedBatches(registry));
  }

  /// Returns a producer that reports when a record is acknowledged.
  ///
  /// @param timeout the time after which an unacknowledged record fails
  public Producer<byte[], byte[]> producer(Duration timeout) {
    return Producers.acknowledging(
        kafka, timeout, Map.of(ProducerConfig.CLIENT_ID_CONFIG, clientId));
  }
}
