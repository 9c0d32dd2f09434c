package goku.kafka;

import goku.model.Namespace;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/// Creates the topics that a deployment needs, and refuses those that are there with another number
/// of partitions: the partition is the shard, so a wrong number would scatter the series.
public final class Topics {
  /// The longest message that our topics take, compressed.
  public static final int MAX_MESSAGE_BYTES = 16 << 20;

  /// How much longer than the data may be needed a namespace's topic keeps it.
  private static final Duration RETENTION_MARGIN = Duration.ofHours(24);

  private static final Duration VISIBLE_LIMIT = Duration.ofSeconds(30);
  private static final Duration VISIBLE_POLL = Duration.ofMillis(10);

  private Topics() {}

  /// Makes sure that the topic of the namespace is there, one partition per shard. A shard can be
  /// rebuilt from it alone as long as the namespace keeps datapoints in memory.
  public static void ensureNamespace(Admin admin, Namespace namespace) {
    String topic = namespace.kafkaTopic();
    int shards = namespace.sharding().shards();
    int found = ensure(admin, topic, shards, namespaceConfig(namespace));
    if (found != shards) {
      throw new TopicMismatchException(
          "topic %s has %d partitions but namespace %s has %d shards: give the namespace a new topic, or set shard-groups and shards-per-group so that they make %d"
              .formatted(topic, found, namespace.name(), shards, found));
    }
  }

  /// Makes sure that the topic is there, with the number of partitions if it has to be created.
  /// Returns the number of partitions that it has. Topics that others may have made before us, such
  /// as those of the input, are fine with any.
  public static int ensure(
      Admin admin, String topic, int partitions, Map<String, String> topicConfig) {
    Optional<Integer> found = partitions(admin, topic);
    if (found.isPresent()) {
      return found.get();
    }
    try {
      // no replication factor: the broker's default
      var wanted = new NewTopic(topic, Optional.of(partitions), Optional.empty());
      admin.createTopics(List.of(wanted.configs(topicConfig))).all().get();
    } catch (ExecutionException e) {
      // another node was faster
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw new KafkaException("cannot create topic " + topic, e.getCause());
      }
    } catch (InterruptedException e) {
      throw interrupted(topic, e);
    }
    return awaitPartitions(admin, topic);
  }

  /// A broker answers for a topic only when it has heard of it from the controller, which takes
  /// some milliseconds after the topic was made; until then consumers would be told that there is
  /// none.
  private static int awaitPartitions(Admin admin, String topic) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < VISIBLE_LIMIT.toNanos()) {
      Optional<Integer> found = partitions(admin, topic);
      if (found.isPresent()) {
        return found.get();
      }
      LockSupport.parkNanos(VISIBLE_POLL.toNanos());
    }
    throw new KafkaException(
        "topic %s was created, but the brokers did not know it after %s: check their connection to the controller"
            .formatted(topic, VISIBLE_LIMIT));
  }

  /// The number of partitions of a topic; empty when there is no such topic.
  public static Optional<Integer> partitions(Admin admin, String topic) {
    try {
      var described = admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
      return Optional.ofNullable(described).map(found -> found.partitions().size());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      throw new KafkaException("cannot look at topic " + topic, e.getCause());
    } catch (InterruptedException e) {
      throw interrupted(topic, e);
    }
  }

  /// For how long the topic of the namespace keeps batches when it is made.
  public static Duration retention(Namespace namespace) {
    return namespace.memoryTtl().plus(namespace.backfill()).plus(RETENTION_MARGIN);
  }

  /// Time stamps of records are the producer's, and producers leave them unset, that is: now. One
  /// that took the datapoint's would have its backfilled data deleted at once by retention.
  public static Map<String, String> namespaceConfig(Namespace namespace) {
    Duration retention = retention(namespace);
    return Map.of(
        TopicConfig.RETENTION_MS_CONFIG,
        Long.toString(retention.toMillis()),
        TopicConfig.RETENTION_BYTES_CONFIG,
        "-1",
        TopicConfig.CLEANUP_POLICY_CONFIG,
        TopicConfig.CLEANUP_POLICY_DELETE,
        TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
        "CreateTime",
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
        Integer.toString(MAX_MESSAGE_BYTES));
  }

  private static KafkaException interrupted(String topic, InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new KafkaException("interrupted while looking at topic " + topic, cause);
  }
}
