package goku.kafka.fetch;

import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;

/// A consumer that skips batches which would need too much memory, such as a record of some
/// kilobytes that states 2 GB. Kafka's client would allocate them, again at each start, because its
/// offset stays before the batch.
public class BoundedConsumer extends KafkaConsumer<byte[], byte[]> {
  /// @param onOversized receives the skipped batches, from any thread of the consumer
  public BoundedConsumer(Map<String, Object> config, Consumer<OversizedBatch> onOversized) {
    this(config, new ByteArrayDeserializer(), onOversized);
  }

  public BoundedConsumer(
      Map<String, Object> config,
      Deserializer<byte[]> values,
      Consumer<OversizedBatch> onOversized) {
    this(config, values, new FetchFilter(FetchFilter.limit(), onOversized));
  }

  // only the network client is replaced; subclasses are not called
  @SuppressWarnings("this-escape")
  BoundedConsumer(Map<String, Object> config, Deserializer<byte[]> values, FetchFilter filter) {
    super(config, new ByteArrayDeserializer(), values);
    CheckedClient.install(this, filter);
  }
}
