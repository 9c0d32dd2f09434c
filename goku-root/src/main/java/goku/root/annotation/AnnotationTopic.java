package goku.root.annotation;

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

/// The topic and the clients for it.
final class AnnotationTopic {
  static final String NAME = "goku-annotations";

  /// The only one: all records in one order.
  static final TopicPartition PARTITION = new TopicPartition(NAME, 0);

  private final KafkaConfig kafka;

  AnnotationTopic(KafkaConfig kafka) {
    this.kafka = kafka;
  }

  /// Makes the topic if it is missing.
  void ensure() {
    try (Admin admin = Admin.create(kafka.clientProperties())) {
      var compacted = Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
      int partitions = Topics.ensure(admin, NAME, 1, compacted);
      if (partitions != 1) {
        throw new IllegalStateException(
            "topic %s has %d partitions, it must have 1 and the cleanup policy 'compact': delete it, or make it anew so"
                .formatted(NAME, partitions));
      }
    }
  }

  Consumer<byte[], byte[]> consumer() {
    Map<String, Object> settings = kafka.clientProperties();
    settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "goku-root-annotations");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    // when the topic is not what was read so far, all of it must be read again
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /// @param timeout after which what could not be sent fails
  Producer<byte[], byte[]> producer(Duration timeout) {
    return Producers.acknowledging(
        kafka, timeout, Map.of(ProducerConfig.CLIENT_ID_CONFIG, "goku-root-annotations"));
  }
}
