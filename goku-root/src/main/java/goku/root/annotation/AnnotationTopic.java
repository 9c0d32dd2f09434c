package goku.root.annotation;

import goku.kafka.KafkaConfig;
import goku.kafka.Topics;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

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
    int millis = (int) timeout.toMillis();
    Map<String, Object> settings = kafka.clientProperties();
    settings.put(ProducerConfig.CLIENT_ID_CONFIG, "goku-root-annotations");
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) millis);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, millis / 2);
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
