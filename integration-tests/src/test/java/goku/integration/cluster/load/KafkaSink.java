package goku.integration.cluster.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// A sink for put lines on the ingestors' topic. Acknowledged means that Kafka has them. Ingestors
/// may consume them later.
public final class KafkaSink implements Sink {
  private static final Duration DELIVERY = Duration.ofSeconds(6);

  private final KafkaProducer<byte[], byte[]> producer;
  private final Duration delivery;

  public KafkaSink(String brokers) {
    this(brokers, DELIVERY);
  }

  /// @param delivery after which a datapoint that Kafka has not acknowledged counts as failed
  public KafkaSink(String brokers, Duration delivery) {
    this.delivery = delivery;
    int millis = (int) delivery.toMillis();
    producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                brokers,
                "acks",
                "all",
                "max.block.ms",
                millis,
                "request.timeout.ms",
                millis / 2,
                "delivery.timeout.ms",
                millis,
                "reconnect.backoff.max.ms",
                500),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  @Override
  public void send(KnownSeries series, int fromStep, int toStep) throws Exception {
    byte[] lines = series.lines(fromStep, toStep).getBytes(UTF_8);
    producer.send(new ProducerRecord<>("metrics", lines)).get();
  }

  @Override
  public void close() {
    producer.close(delivery);
  }
}
