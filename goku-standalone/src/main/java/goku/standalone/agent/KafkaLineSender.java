package goku.standalone.agent;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;

/// Sends put lines to a Kafka topic, many lines to a record.
final class KafkaLineSender implements LineSender {
  /// A record of about 8 KB: few enough records, none of them near any limit.
  static final int LINES_PER_RECORD = 100;

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final Producer<String, String> producer;
  private final String topic;
  private final FailureState state;

  KafkaLineSender(Producer<String, String> producer, String topic, MeterRegistry registry) {
    this.producer = producer;
    this.topic = topic;
    this.state = FailureState.of("sending metrics of this machine to Kafka", "send", registry);
  }

  static KafkaLineSender connect(AgentConfig config, MeterRegistry registry) {
    Map<String, Object> properties =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            config.bootstrapServers(),
            ProducerConfig.CLIENT_ID_CONFIG,
            "goku-agent",
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            "lz4",
            // without a broker, send blocks so long: shorter than an interval, usually
            ProducerConfig.MAX_BLOCK_MS_CONFIG,
            5000);
    var serializer = new StringSerializer();
    var producer = new KafkaProducer<>(properties, serializer, serializer);
    return new KafkaLineSender(producer, config.topic(), registry);
  }

  @Override
  public void send(List<String> lines) {
    try {
      for (int from = 0; from < lines.size(); from += LINES_PER_RECORD) {
        int to = Math.min(from + LINES_PER_RECORD, lines.size());
        send(String.join("\n", lines.subList(from, to)));
      }
    } catch (KafkaException e) {
      state.failed(e);
    }
  }

  // the callback hears of failures, nobody waits for the future
  @SuppressWarnings("FutureReturnValueIgnored")
  private void send(String value) {
    producer.send(
        new ProducerRecord<>(topic, value),
        (metadata, exception) -> {
          if (exception == null) {
            state.succeeded();
          } else {
            state.failed(exception);
          }
        });
  }

  @Override
  public void close() {
    producer.close(CLOSE_LIMIT);
  }
}
