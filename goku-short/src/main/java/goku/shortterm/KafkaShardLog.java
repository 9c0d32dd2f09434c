package goku.shortterm;

import goku.kafka.KafkaConfig;
import goku.kafka.Producers;
import goku.shortterm.finalization.ShardLog;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The topic of a namespace as a log to append to.
record KafkaShardLog(Producer<byte[], byte[]> producer, String topic) implements ShardLog {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaShardLog.class);

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /// Only for knowing where the partition is; a shard's writer must not wait for a Kafka that is
  /// away.
  private static final long LONGEST_BLOCK_MILLIS = 500;

  /// A producer for the topics of all namespaces.
  static Producer<byte[], byte[]> producer(KafkaConfig kafka) {
    return Producers.acknowledging(
        kafka, TIMEOUT, Map.of(ProducerConfig.MAX_BLOCK_MS_CONFIG, LONGEST_BLOCK_MILLIS));
  }

  @Override
  public void append(int shard, byte[] key, byte[] value) {
    var _ =
        producer.send(
            new ProducerRecord<>(topic, shard, key, value),
            (metadata, failure) -> {
              if (failure != null) {
                LOG.warn("nothing could be appended to {}-{}; trying again", topic, shard, failure);
              }
            });
  }
}
