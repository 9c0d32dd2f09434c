package goku.kafka;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// Settings of producers whose callers wait for acknowledgements.
public final class Producers {
  /// Kafka's own default. A longer wait for one request is useless.
  private static final int LONGEST_REQUEST_MILLIS = 30_000;

  private Producers() {}

  /// Returns a producer of single records, sent at once and acknowledged by all in-sync replicas.
  /// Records that cannot be sent in time fail.
  ///
  /// @param own further settings, which override these
  public static Producer<byte[], byte[]> acknowledging(
      KafkaConfig kafka, Duration timeout, Map<String, Object> own) {
    Map<String, Object> settings = kafka.clientProperties();
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    settings.putAll(waitingAtMost(timeout));
    settings.putAll(own);
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /// Returns settings for producers whose callers wait: records that cannot be sent in time fail
  /// instead of arriving late.
  public static Map<String, Object> waitingAtMost(Duration timeout) {
    int millis = (int) Math.min(Integer.MAX_VALUE, timeout.toMillis());
    return Map.of(
        ProducerConfig.MAX_BLOCK_MS_CONFIG,
        (long) millis,
        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
        millis,
        // Kafka requires the delivery timeout to exceed request timeout and linger time
        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
        Math.min(LONGEST_REQUEST_MILLIS, millis / 2));
  }
}
