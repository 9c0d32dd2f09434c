package goku.root.compacted;

import goku.fault.TroubleLog;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The thread that keeps the content of a topic up to date. When reading fails it begins anew after
/// a second; until it has caught up, the content is what it was. `start` and `close` are called
/// once, by one thread.
public final class TopicFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TopicFollower.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final CompactedTopic topic;
  private final String what;
  private final TopicContent content;
  private final ReadPosition position;
  private final Counter failures;
  private final Counter unreadable;
  private final TroubleLog trouble;
  private final Thread thread;
  private volatile @Nullable String problem;
  private volatile boolean closing;

  /// @param what is on the topic, for people and as the name of the metrics
  public TopicFollower(
      CompactedTopic topic,
      String what,
      TopicContent content,
      ReadPosition position,
      MeterRegistry registry) {
    this.topic = topic;
    this.what = what;
    this.content = content;
    this.position = position;
    trouble = new TroubleLog(LOG, Level.WARN, "topic read failure", "content=" + what);
    failures =
        Counter.builder("goku.root." + what + ".read.failures")
            .description("times that reading %s from Kafka failed and began anew".formatted(what))
            .register(registry);
    unreadable =
        Counter.builder("goku.root." + what + ".unreadable")
            .description("records on the topic of %s that are none".formatted(what))
            .register(registry);
    thread = Thread.ofPlatform().name("goku-" + what).daemon().unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /// Why reading failed last, if it has not succeeded since.
  public @Nullable String problem() {
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
      LOG.debug("the reader of {} was told to end", what, e);
    }
  }

  private void read(Consumer<byte[], byte[]> consumer) {
    try {
      var reader = new TopicReader(consumer, topic.partition(), content, position, unreadable);
      while (!closing) {
        reader.poll(POLL);
        problem = null;
        trouble.end();
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
    trouble.begin(e.toString(), e);
    LockSupport.parkNanos(PAUSE.toNanos());
  }

  @Override
  public void close() {
    closing = true;
    thread.interrupt();
    try {
      if (!thread.join(CLOSE_LIMIT)) {
        LOG.warn("the reader of {} did not end within {} s", what, CLOSE_LIMIT.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
