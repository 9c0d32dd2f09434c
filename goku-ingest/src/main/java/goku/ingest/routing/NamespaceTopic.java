package goku.ingest.routing;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Whether the topic of a namespace takes batches. Of a namespace that was added a moment ago it
/// may still have to be made. Nothing may be sent to it before: a broker that makes topics by
/// itself would make it with another number of partitions. Thread-safe.
final class NamespaceTopic {
  /// Topics are made within a fraction of it, unless Kafka is away.
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final String name;
  private final CountDownLatch known = new CountDownLatch(1);
  private volatile boolean ready;
  private volatile @Nullable String refusal;

  NamespaceTopic(String name) {
    this.name = name;
  }

  static NamespaceTopic ready(String name) {
    var topic = new NamespaceTopic(name);
    topic.ready();
    return topic;
  }

  boolean isReady() {
    return ready;
  }

  void ready() {
    ready = true;
    known.countDown();
  }

  /// Somebody has to act before it can be used.
  void refused(String why) {
    refusal = why;
    known.countDown();
  }

  /// Why the topic takes nothing; null when it does. Waits a moment while that is not known.
  ///
  /// @throws NoTopicException when it is still not known
  @Nullable String refusal() {
    try {
      if (!known.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new NoTopicException(
            "topic %s is not there yet: Kafka does not answer; send again".formatted(name));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoTopicException("interrupted while waiting for topic " + name);
    }
    return ready ? null : refusal;
  }
}
