package goku.ingest.stream;

import goku.kafka.Topics;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/// How batches are produced, whatever way they came in.
public final class ProducerSettings {
  private ProducerSettings() {}

  /// Acknowledged by all in-sync replicas, in order, once; and soon: batches have been gathered
  /// already, so Kafka's own gathering need not wait.
  public static Map<String, Object> ofBatches() {
    return Map.of(
        ProducerConfig.ACKS_CONFIG,
        "all",
        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
        true,
        ProducerConfig.COMPRESSION_TYPE_CONFIG,
        "lz4",
        ProducerConfig.LINGER_MS_CONFIG,
        2,
        ProducerConfig.BATCH_SIZE_CONFIG,
        256 << 10,
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
        Topics.MAX_MESSAGE_BYTES,
        ProducerConfig.BUFFER_MEMORY_CONFIG,
        64L << 20);
  }
}
