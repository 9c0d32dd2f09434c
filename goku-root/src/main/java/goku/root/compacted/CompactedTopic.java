package goku.root.compacted;

import goku.kafka.KafkaConfig;
import goku.kafka.Producers;
import goku.kafka.Topics;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// A topic and the clients for it.
///
/// @param clientId by which Kafka knows the clients
public record CompactedTopic(KafkaConfig kafka, String name, String clientId) {
  /// The only one: all records in one order.
  public TopicPartition partition() {
    return new TopicPartition(name, 0);
  }

  /// Makes the topic if it is missing.
  void ensure() {
    try (Admin admin = Admin.create(kafka.clientProperties())) {
      var compacted = Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
      int partitions = Topics.ensure(admin, name, 1, compacted);
      if (partitions != 1) {
        throw new IllegalStateException(
            "topic %s has %d partitions, it must have 1 and the cleanup policy 'compact': delete it, or make it anew so"
                .formatted(name, partitions));
      }
    }
  }

  Consumer<byte[], byte[]> consumer() {
    Map<String, Object> settings = kafka.clientProperties();
    settings.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    // when the topic is not what was read so far, all of it must be read again
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /// A producer whose callers want to know that a record is kept.
  ///
  /// @param timeout after which what could not be sent fails
  public Producer<byte[], byte[]> producer(Duration timeout) {
    return Producers.acknowledging(
        kafka, timeout, Map.of(ProducerConfig.CLIENT_ID_CONFIG, clientId));
  }
}
