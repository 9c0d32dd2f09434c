package goku.kafka;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A consumer that skips damaged batches of a log: they are logged and counted, and a reader that
/// counts offsets notes the gap. Without it, Kafka Streams would end the thread at the batch, and
/// each later thread too.
public class SkippingConsumer extends KafkaConsumer<byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(SkippingConsumer.class);

  private final DamagedLog damage;
  private final MeterRegistry registry;

  /// @param config of a consumer that Kafka Streams creates
  public SkippingConsumer(Map<String, Object> config, MeterRegistry registry) {
    super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    damage = new DamagedLog(config);
    this.registry = registry;
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    try {
      return super.poll(timeout);
    } catch (RetriableException away) {
      throw away;
    } catch (KafkaException failure) {
      DamagedLog.Batch batch = DamagedLog.of(failure, assignment());
      if (batch == null) {
        throw failure;
      }
      skip(batch, failure);
      return ConsumerRecords.empty();
    }
  }

  private void skip(DamagedLog.Batch batch, KafkaException failure) {
    long from = position(batch.log());
    long to = damage.endOf(batch, from);
    seek(batch.log(), to);
    Counter.builder("goku.kafka.records.skipped")
        .description("records in damaged batches of a log, which were skipped")
        .tag("topic", batch.log().topic())
        .register(registry)
        .increment((double) (to - from));
    LOG.error(
        "log damaged, records skipped topic={} partition={} from={} to={}: this node lacks them."
            + " Repair the disk of that partition's leader. If another broker has a good replica,"
            + " make it the leader, remove the local files of the shard, and restart the node",
        batch.log().topic(),
        batch.log().partition(),
        from,
        to - 1,
        failure);
  }
}
