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

/// The annotations of a root: their table, reader and writer. `start` and `close` are called once,
/// by one thread. All else is thread-safe.
public final class AnnotationStore implements AutoCloseable {
  public static final String TOPIC = "goku-annotations";

  /// A limit that suits an interactive user. Kafka takes milliseconds.
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final AnnotationTable table = new AnnotationTable();
  private final ReadPosition position = new ReadPosition();
  private final TopicFollower follower;
  private final Producer<byte[], byte[]> producer;
  private final AnnotationWriter writer;

  /// Creates an empty store.
  ///
  /// @param max the largest number of annotations
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

  /// Starts to read the topic.
  public void start() {
    follower.start();
  }

  public AnnotationTable table() {
    return table;
  }

  public AnnotationWriter writer() {
    return writer;
  }

  /// Returns whether all annotations have been read once. They stay available if Kafka fails later.
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
