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

/// The thread that keeps the content of a topic up to date. After a failure it pauses for a second
/// and starts a new pass. The content stays unchanged until the new pass has caught up. `start` and
/// `close` are called once, by one thread.
public final class TopicFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TopicFollower.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final CompactedTopic topic;
  private final MeterRegistry registry;
  private final String what;
  private final TopicContent content;
  private final ReadPosition position;
  private final Counter failures;
  private final Counter unreadable;
  private final TroubleLog trouble;
  private final Thread thread;
  private volatile @Nullable String problem;
  private volatile boolean closing;

  /// Creates a follower.
  ///
  /// @param what the content of the topic, for log lines and metric names
  public TopicFollower(
      CompactedTopic topic,
      String what,
      TopicContent content,
      ReadPosition position,
      MeterRegistry registry) {
    this.topic = topic;
    this.registry = registry;
    this.what = what;
    this.content = content;
    this.position = position;
    trouble = new TroubleLog(LOG, Level.WARN, "topic read failure", "content=" + what);
    failures =
        Counter.builder("goku.root." + what + ".read.failures")
            .description("failures to read %s from Kafka, each followed by a retry".formatted(what))
            .register(registry);
    unreadable =
        Counter.builder("goku.root." + what + ".unreadable")
            .description("malformed records on the topic of %s".formatted(what))
            .register(registry);
    thread = Thread.ofPlatform().name("goku-" + what).daemon().unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /// Returns the last read failure; null if a later read succeeded.
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
    try (Consumer<byte[], byte[]> consumer = topic.consumer(registry)) {
      read(consumer);
    } catch (InterruptException e) {
      LOG.debug("topic reader interrupted content={}", what, e);
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
      return; // interrupted by `close`
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
        LOG.warn(
            "topic reader still running content={} limitSeconds={}", what, CLOSE_LIMIT.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
