package goku.ingest.routing;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The topic of a namespace, which may not exist yet if the namespace is new. Nothing may be sent
/// to it before: a broker that creates topics automatically would give it another number of
/// partitions. Thread-safe.
final class NamespaceTopic {
  /// The longest wait for the topic. Topics are created within a fraction of it, unless Kafka is
  /// unavailable.
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

  /// Marks the topic as unusable until an operator acts.
  void refused(String why) {
    refusal = why;
    known.countDown();
  }

  /// Returns why the topic accepts nothing, or null if it is usable. Waits a moment while that is
  /// unknown.
  ///
  /// @throws NoTopicException if it is still unknown
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
