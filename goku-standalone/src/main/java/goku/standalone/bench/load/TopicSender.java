package goku.standalone.bench.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// A sender of one record per payload. It uses one producer, because batches make a producer fast.
final class TopicSender {
  private final Map<String, Object> properties;
  private final String topic;

  TopicSender(String brokers, String topic) {
    this.topic = topic;
    properties =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            brokers,
            ProducerConfig.CLIENT_ID_CONFIG,
            "goku-bench",
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            "lz4",
            ProducerConfig.LINGER_MS_CONFIG,
            5,
            ProducerConfig.BATCH_SIZE_CONFIG,
            512 << 10,
            ProducerConfig.BUFFER_MEMORY_CONFIG,
            64L << 20);
  }

  // the callback receives failures, and closing waits for the rest
  @SuppressWarnings("FutureReturnValueIgnored")
  void send(Path file, SendThrottle throttle, LongConsumer progress) throws IOException {
    var failure = new AtomicReference<@Nullable Exception>();
    var serializer = new ByteArraySerializer();
    try (var payloads = new PayloadFile.Reader(file, throttle);
        var producer = new KafkaProducer<>(properties, serializer, serializer)) {
      for (var next = payloads.next(); next != null; next = payloads.next()) {
        int datapoints = next.datapoints();
        producer.send(
            new ProducerRecord<>(topic, next.bytes()),
            (metadata, exception) -> {
              if (exception == null) {
                progress.accept(datapoints);
              } else {
                failure.compareAndSet(null, exception);
              }
            });
        if (failure.get() != null) {
          break;
        }
      }
    }
    if (failure.get() != null) {
      throw new IOException("Kafka refused a record: " + failure.get(), failure.get());
    }
  }
}
