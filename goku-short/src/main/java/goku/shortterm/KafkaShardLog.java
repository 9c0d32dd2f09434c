package goku.shortterm;

import goku.kafka.KafkaConfig;
import goku.kafka.Producers;
import goku.shortterm.finalization.ShardLog;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The topic of a namespace as a log to which a shard appends.
///
/// @param clock the time of records
record KafkaShardLog(Producer<byte[], byte[]> producer, String topic, InstantSource clock)
    implements ShardLog {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaShardLog.class);

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /// The longest wait for the partition's leader. A shard's writer must not wait for an unavailable
  /// Kafka.
  private static final long LONGEST_BLOCK_MILLIS = 500;

  /// Returns a producer for the topics of all namespaces.
  static Producer<byte[], byte[]> producer(KafkaConfig kafka) {
    return Producers.acknowledging(
        kafka, TIMEOUT, Map.of(ProducerConfig.MAX_BLOCK_MS_CONFIG, LONGEST_BLOCK_MILLIS));
  }

  @Override
  public void append(int shard, byte[] key, byte[] value) {
    var _ =
        producer.send(
            new ProducerRecord<>(topic, shard, clock.millis(), key, value),
            (metadata, failure) -> {
              if (failure != null) {
                LOG.warn(
                    "append to the log failed, retrying topic={} partition={}",
                    topic,
                    shard,
                    failure);
              }
            });
  }
}
