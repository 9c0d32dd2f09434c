package goku.shortterm.backup;

import goku.kafka.KafkaConfig;
import goku.kafka.KafkaNames;
import goku.kafka.Producers;
import goku.kafka.SendFailure;
import goku.kafka.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.TopicConfig;

/// The publisher on the topic [KafkaNames#finalized()]. It creates the topic before the first
/// event, so that an unavailable Kafka delays only events. Thread-safe.
public final class KafkaFinalizedEvents implements FinalizedEvents {
  /// The number of compactors that can share the work.
  private static final int PARTITIONS = 16;

  /// The longest absence of a compactor. It finds older files by listing S3.
  private static final Duration RETENTION = Duration.ofDays(7);

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final Consumer<String> makeTopic;
  private boolean topicIsThere;

  public KafkaFinalizedEvents(KafkaConfig kafka) {
    this(
        Producers.acknowledging(
            kafka, TIMEOUT, Map.of(ProducerConfig.CLIENT_ID_CONFIG, "goku-short-finalized")),
        kafka.names().finalized(),
        topic -> makeTopic(kafka, topic));
  }

  /// @param makeTopic creates a missing topic; throws if that fails
  KafkaFinalizedEvents(
      Producer<byte[], byte[]> producer, String topic, Consumer<String> makeTopic) {
    this.producer = producer;
    this.topic = topic;
    this.makeTopic = makeTopic;
  }

  @Override
  public void publish(FinalizedEvent event) throws InterruptedException {
    ensureTopic();
    try {
      producer.send(new ProducerRecord<>(topic, event.recordKey(), event.recordValue())).get();
    } catch (ExecutionException failed) {
      throw new KafkaException(
          "cannot write to topic=%s: %s".formatted(topic, SendFailure.text(failed.getCause())),
          failed.getCause());
    }
  }

  @Override
  public void close() {
    // only publish has outstanding records, and it waits for them
    producer.close(Duration.ZERO);
  }

  private synchronized void ensureTopic() {
    if (!topicIsThere) {
      makeTopic.accept(topic);
      topicIsThere = true;
    }
  }

  private static void makeTopic(KafkaConfig kafka, String topic) {
    var retention = Long.toString(RETENTION.toMillis());
    try (Admin admin = Admin.create(kafka.clientProperties())) {
      Topics.ensure(
          admin,
          kafka.replication(),
          topic,
          PARTITIONS,
          Map.of(TopicConfig.RETENTION_MS_CONFIG, retention));
    }
  }
}
