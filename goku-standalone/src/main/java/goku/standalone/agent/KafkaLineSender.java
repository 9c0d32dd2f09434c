package goku.standalone.agent;

import goku.client.GokuProducer;
import goku.client.LossListener;
import goku.client.ProducerOptions;
import java.time.Duration;
import java.util.List;

/// A sender of put lines to a Kafka topic, by the client library. Owned by the agent's thread.
final class KafkaLineSender implements SettlingSender {
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  /// A short linger, because all lines of a reading arrive at once, and the agent measures their
  /// lag.
  private static final Duration LINGER = Duration.ofMillis(10);

  private final GokuProducer producer;
  private final FailureState state;
  private long delivered;
  private long sent;

  private KafkaLineSender(GokuProducer producer, FailureState state) {
    this.producer = producer;
    this.state = state;
  }

  static KafkaLineSender connect(AgentConfig config, FailureState state, LossListener losses) {
    var options =
        ProducerOptions.of(config.bootstrapServers())
            .withTopic(config.topic())
            .withLinger(LINGER)
            .withKafka(config.kafka().clientProperties());
    return new KafkaLineSender(new GokuProducer(options, losses), state);
  }

  /// Counts each loss as a failure.
  static LossListener losses(FailureState state) {
    return (datapoints, reason, cause) ->
        state.failed(
            new IllegalStateException("%d datapoints: %s".formatted(datapoints, reason), cause));
  }

  @Override
  public void send(List<String> lines) {
    if (producer.delivered() > delivered) {
      state.succeeded();
    }
    delivered = producer.delivered();
    sent += lines.size();
    lines.forEach(producer::sendLine);
  }

  @Override
  public boolean isSettled() {
    return producer.delivered() + producer.lost() == sent;
  }

  @Override
  public long lost() {
    return producer.lost();
  }

  @Override
  public void close() {
    producer.close(CLOSE_LIMIT);
  }
}
