package goku.root.queried;

import goku.kafka.KafkaConfig;
import goku.root.compacted.CompactedTopic;
import goku.root.compacted.ReadPosition;
import goku.root.compacted.TopicFollower;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The queried metrics and the topic that stores them. `start` and `close` are called once, by one
/// thread. All else is thread-safe.
public final class QueriedStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(QueriedStore.class);
  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final QueriedMetrics metrics;
  private final @Nullable Kept kept;

  /// The clients of the topic and the writer's thread.
  private record Kept(
      TopicFollower follower,
      ReadPosition position,
      Producer<byte[], byte[]> producer,
      QueriedWriter writer,
      Thread thread) {}

  /// Creates a store.
  ///
  /// @param kafka null to keep the metrics in memory only
  public QueriedStore(QueriedMetrics metrics, @Nullable KafkaConfig kafka, MeterRegistry registry) {
    this.metrics = metrics;
    kept = kafka == null ? null : kept(kafka, registry);
    Gauge.builder("goku.root.queried.metrics", metrics, QueriedMetrics::size)
        .description("metrics whose last query is known")
        .register(registry);
  }

  private Kept kept(KafkaConfig kafka, MeterRegistry registry) {
    var topic = new CompactedTopic(kafka, kafka.names().queriedMetrics(), "goku-root-queried");
    var position = new ReadPosition();
    var follower =
        new TopicFollower(topic, "queried", new QueriedContent(metrics), position, registry);
    Producer<byte[], byte[]> producer = topic.producer(TIMEOUT);
    return new Kept(
        follower,
        position,
        producer,
        new QueriedWriter(producer, topic.name(), metrics, TIMEOUT, registry),
        Thread.ofPlatform().name("goku-queried-writer").daemon().unstarted(this::run));
  }

  public QueriedMetrics metrics() {
    return metrics;
  }

  /// Starts to read the topic and to write to it.
  public void start() {
    if (kept == null) {
      metrics.observeAlone();
    } else {
      kept.follower().start();
      kept.thread().start();
    }
  }

  private void run() {
    try {
      while (!Thread.interrupted()) {
        Thread.sleep(INTERVAL);
        writeIfRead();
      }
    } catch (InterruptedException e) {
      // the root is closing
    }
  }

  /// Writes changes once the topic has been read, because written counts include those of the
  /// topic.
  private void writeIfRead() throws InterruptedException {
    if (kept != null && kept.position().known()) {
      kept.writer().write();
    }
  }

  /// Writes the changes of the last minute.
  @Override
  public void close() {
    if (kept == null) {
      return;
    }
    kept.thread().interrupt();
    try {
      if (!kept.thread().join(TIMEOUT)) {
        LOG.warn("cannot write last queries to Kafka, those of the last minute may be lost");
      } else {
        writeIfRead();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kept.follower().close();
    kept.producer().close(TIMEOUT);
  }
}
