package goku.kafka;

import goku.fault.TroubleLog;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// A keeper that creates a topic again within seconds after somebody deleted it. A producer tries
/// to send to a missing topic for minutes, and a thread that waits for its acknowledgements stands
/// still meanwhile. Thread-safe.
public final class TopicKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TopicKeeper.class);
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  /// The topic in Kafka.
  interface Kept {
    boolean exists();

    void create();
  }

  private final String topic;
  private final Kept kept;
  private final AutoCloseable client;
  private final Duration interval;
  private final TroubleLog trouble;
  private final Thread thread;
  private volatile Optional<String> complaint = Optional.empty();

  /// @param client closed by `close`
  TopicKeeper(String topic, Kept kept, AutoCloseable client, Duration interval) {
    this.topic = topic;
    this.kept = kept;
    this.client = client;
    this.interval = interval;
    trouble = new TroubleLog(LOG, Level.ERROR, "topic check failure", "topic=" + topic);
    thread = Thread.ofPlatform().daemon().name("topic-keeper-" + topic).unstarted(this::run);
  }

  /// Creates a keeper with its own client of Kafka.
  ///
  /// @param partitions the number of partitions of the topic when it is created
  public static TopicKeeper of(
      KafkaConfig kafka, String topic, int partitions, Map<String, String> topicConfig) {
    Admin admin = Admin.create(kafka.clientProperties());
    var kept =
        new Kept() {
          @Override
          public boolean exists() {
            return Topics.partitions(admin, topic).isPresent();
          }

          @Override
          public void create() {
            Topics.ensure(admin, kafka.replication(), topic, partitions, topicConfig);
          }
        };
    return new TopicKeeper(topic, kept, admin, INTERVAL);
  }

  /// Creates the topic if it is missing, and keeps it from then on.
  public void start() {
    kept.create();
    thread.start();
  }

  /// Returns why it is unknown whether the topic exists, or why it cannot be created; empty if it
  /// exists.
  public Optional<String> complaint() {
    return complaint;
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(interval);
        look();
      }
    } catch (InterruptedException closed) {
      // the service is closing
    }
  }

  private void look() {
    try {
      if (!kept.exists()) {
        kept.create();
        LOG.warn("topic created again after somebody deleted it topic={}", topic);
      }
      complaint = Optional.empty();
      trouble.end();
    } catch (RuntimeException failed) { // of any kind: the thread must go on
      String cause = failed.getMessage() + ": " + failed.getCause();
      complaint = Optional.of(cause);
      trouble.begin(cause, null);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
      client.close();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (Exception failed) {
      LOG.debug("client of Kafka not closed properly", failed);
    }
  }
}
