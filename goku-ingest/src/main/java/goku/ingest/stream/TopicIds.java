package goku.ingest.stream;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;

/// The ids of topics in Kafka, which differ when a topic is created again. Asks Kafka at each call.
/// Thread-safe.
public final class TopicIds implements Function<String, UUID>, AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final Admin admin;

  /// @param client the settings of every Kafka client
  public TopicIds(Map<String, Object> client) {
    admin = Admin.create(client);
  }

  /// @throws KafkaException if Kafka does not answer
  @Override
  public UUID apply(String topic) {
    try {
      var topics = admin.describeTopics(List.of(topic)).topicNameValues();
      Uuid id =
          Objects.requireNonNull(topics.get(topic))
              .get(LIMIT.toMillis(), TimeUnit.MILLISECONDS)
              .topicId();
      return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits());
    } catch (ExecutionException e) {
      throw new KafkaException(
          "cannot read the id of input topic=%s: Kafka does not answer; it is asked again"
              .formatted(topic),
          e.getCause());
    } catch (TimeoutException e) {
      throw new KafkaException(
          "cannot read the id of input topic=%s: no answer within %s; it is asked again"
              .formatted(topic, LIMIT),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }

  @Override
  public void close() {
    admin.close(LIMIT);
  }
}
