package goku.root.annotation;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The thread that keeps the table up to date. When reading fails it begins anew after a second;
/// until it has caught up, the table shows what it showed.
final class AnnotationFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AnnotationFollower.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final AnnotationTopic topic;
  private final AnnotationTable table;
  private final ReadPosition position;
  private final Counter failures;
  private final Counter unreadable;
  private final Thread thread;
  private volatile @Nullable String problem;
  private volatile boolean closing;

  AnnotationFollower(
      AnnotationTopic topic, AnnotationTable table, ReadPosition position, MeterRegistry registry) {
    this.topic = topic;
    this.table = table;
    this.position = position;
    failures =
        Counter.builder("goku.root.annotations.read.failures")
            .description("times that reading annotations from Kafka failed and began anew")
            .register(registry);
    unreadable =
        Counter.builder("goku.root.annotations.unreadable")
            .description("records on the topic of annotations that are none")
            .register(registry);
    thread = Thread.ofPlatform().name("goku-annotations").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /// Why reading failed last, if it has not succeeded since.
  @Nullable String problem() {
    return problem;
  }

  private void run() {
    while (!closing) {
      try {
        follow();
      } catch (RuntimeException e) {
        failed(e);
      }
    }
  }

  private void follow() {
    topic.ensure();
    try (Consumer<byte[], byte[]> consumer = topic.consumer()) {
      read(consumer);
    } catch (InterruptException e) {
      LOG.debug("the reader of annotations was told to end", e);
    }
  }

  private void read(Consumer<byte[], byte[]> consumer) {
    try {
      var reader = new AnnotationReader(consumer, table, position, unreadable);
      while (!closing) {
        reader.poll(POLL);
        problem = null;
      }
    } finally {
      // an interrupted thread cannot close a consumer in order
      var _ = Thread.interrupted();
    }
  }

  private void failed(RuntimeException e) {
    if (closing) {
      return; // told to end in the middle of a call
    }
    failures.increment();
    problem = e.toString();
    LOG.warn("annotations cannot be read, next attempt in {} s", PAUSE.toSeconds(), e);
    LockSupport.parkNanos(PAUSE.toNanos());
  }

  @Override
  public void close() {
    closing = true;
    thread.interrupt();
    try {
      if (!thread.join(CLOSE_LIMIT)) {
        LOG.warn("the reader of annotations did not end within {} s", CLOSE_LIMIT.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
