package goku.root.annotation;

import goku.kafka.KafkaConfig;
import goku.root.compacted.CompactedTopic;
import goku.root.compacted.ReadPosition;
import goku.root.compacted.TopicFollower;
import goku.telemetry.Check;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.apache.kafka.clients.producer.Producer;

/// The annotations of a root, put together. `start` and `close` are called once, by one thread; the
/// rest is thread-safe.
public final class AnnotationStore implements AutoCloseable {
  public static final String TOPIC = "goku-annotations";

  /// For a person at a dialogue; Kafka takes milliseconds.
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final AnnotationTable table = new AnnotationTable();
  private final ReadPosition position = new ReadPosition();
  private final TopicFollower follower;
  private final Producer<byte[], byte[]> producer;
  private final AnnotationWriter writer;

  /// @param max annotations there may be
  public AnnotationStore(KafkaConfig kafka, int max, MeterRegistry registry) {
    var topic = new CompactedTopic(kafka, TOPIC, "goku-root-annotations");
    follower =
        new TopicFollower(topic, "annotations", new AnnotationContent(table), position, registry);
    producer = topic.producer(TIMEOUT);
    writer = new AnnotationWriter(producer, table, position, max, TIMEOUT);
    Gauge.builder("goku.root.annotations", table, AnnotationTable::size)
        .description("annotations in memory")
        .register(registry);
  }

  /// Begins to read them.
  public void start() {
    follower.start();
  }

  public AnnotationTable table() {
    return table;
  }

  public AnnotationWriter writer() {
    return writer;
  }

  /// Whether all annotations have been read once. Later failures of Kafka leave what was read.
  public Check check() {
    String problem = follower.problem();
    return position.known()
        ? Check.ok("root")
        : Check.failed(
            "root",
            "the annotations have not been read from Kafka yet"
                + (problem == null ? "" : ": " + problem));
  }

  @Override
  public void close() {
    follower.close();
    producer.close(TIMEOUT);
  }
}
