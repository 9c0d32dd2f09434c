package goku.shortterm;

import goku.kafka.KafkaConfig;
import goku.shortterm.finalization.ShardLog;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The topic of a namespace as a log to append to.
record KafkaShardLog(Producer<byte[], byte[]> producer, String topic) implements ShardLog {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaShardLog.class);

  /// A producer for the topics of all namespaces.
  static Producer<byte[], byte[]> producer(KafkaConfig kafka) {
    var settings = new Properties();
    settings.putAll(kafka.clientProperties());
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
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
