package goku.shortterm.top;

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

/// The publisher on the topic [KafkaNames#topMetrics()], which it creates before the first record.
/// Thread-safe.
public final class KafkaTopRecords implements TopRecords {
  private static final int PARTITIONS = 16;

  /// The longest absence of a consumer. S3 keeps the reports for longer.
  private static final Duration RETENTION = Duration.ofDays(7);

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final Consumer<String> makeTopic;
  private boolean topicIsThere;

  public KafkaTopRecords(KafkaConfig kafka) {
    this(
        Producers.acknowledging(
            kafka,
            TIMEOUT,
            Map.of(
                ProducerConfig.CLIENT_ID_CONFIG,
                "goku-short-top",
                // 20,000 metrics with some tag keys each are a few megabytes, a tenth of that
                // compressed
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                Topics.MAX_MESSAGE_BYTES,
                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                "gzip")),
        kafka.names().topMetrics(),
        topic -> makeTopic(kafka, topic));
  }

  /// @param makeTopic creates a missing topic; throws if that fails
  KafkaTopRecords(Producer<byte[], byte[]> producer, String topic, Consumer<String> makeTopic) {
    this.producer = producer;
    this.topic = topic;
    this.makeTopic = makeTopic;
  }

  @Override
  public void publish(byte[] key, byte[] value) throws InterruptedException {
    ensureTopic();
    try {
      producer.send(new ProducerRecord<>(topic, key, value)).get();
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
    try (Admin admin = Admin.create(kafka.clientProperties())) {
      Topics.ensure(
          admin,
          kafka.replication(),
          topic,
          PARTITIONS,
          Map.of(
              TopicConfig.RETENTION_MS_CONFIG,
              Long.toString(RETENTION.toMillis()),
              TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
              Integer.toString(Topics.MAX_MESSAGE_BYTES)));
    }
  }
}
