package goku.kafka;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// Producers whose callers want to know that a record is kept.
public final class Producers {
  /// Kafka's own default, above which it makes no sense to wait for one request.
  private static final int LONGEST_REQUEST_MILLIS = 30_000;

  private Producers() {}

  /// Single records, sent at once and acknowledged by all in-sync replicas; what cannot be sent in
  /// time fails.
  ///
  /// @param own further settings, which go before these
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

  /// For producers whose callers wait: what cannot be sent in time fails instead of coming late.
  public static Map<String, Object> waitingAtMost(Duration timeout) {
    int millis = (int) Math.min(Integer.MAX_VALUE, timeout.toMillis());
    return Map.of(
        ProducerConfig.MAX_BLOCK_MS_CONFIG,
        (long) millis,
        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
        millis,
        // Kafka wants room for its own gathering beside it
        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
        Math.min(LONGEST_REQUEST_MILLIS, millis / 2));
  }
}
