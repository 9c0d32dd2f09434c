package goku.kafka;

import goku.model.Namespace;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/// The topics of a deployment. Creates missing ones and rejects existing ones with fewer partitions
/// than shards: the partition is the shard.
public final class Topics {
  /// The size of the largest message on Goku's topics, compressed.
  public static final int MAX_MESSAGE_BYTES = 16 << 20;

  /// The time that a namespace's topic keeps data longer than necessary.
  private static final Duration RETENTION_MARGIN = Duration.ofHours(24);

  private static final Duration VISIBLE_LIMIT = Duration.ofSeconds(30);
  private static final Duration VISIBLE_POLL = Duration.ofMillis(10);

  private Topics() {}

  /// Ensures that the namespace's topic exists, with one partition per shard, and returns the
  /// number of its partitions. More partitions, which somebody has added, are not used and do no
  /// harm. A shard can be rebuilt from its log for as long as the namespace keeps datapoints in
  /// memory.
  public static int ensureNamespace(Admin admin, Replication replication, Namespace namespace) {
    String topic = namespace.kafkaTopic();
    int shards = namespace.sharding().shards();
    int found = ensure(admin, replication, topic, shards, namespaceConfig(namespace));
    if (found < shards) {
      throw new TopicMismatchException(
          "topic %s has %d partitions but namespace %s has %d shards: give the namespace a new topic, or add partitions until there are %d"
              .formatted(topic, found, namespace.name(), shards, shards));
    }
    return found;
  }

  /// Ensures that the topic exists, and creates it with the given number of partitions if
  /// necessary. Returns the actual number of partitions. Other owners may have created topics such
  /// as the input, so any number is fine for them.
  public static int ensure(
      Admin admin,
      Replication replication,
      String topic,
      int partitions,
      Map<String, String> topicConfig) {
    Optional<Integer> found = partitions(admin, topic);
    if (found.isPresent()) {
      return found.get();
    }
    try {
      int brokers = admin.describeCluster().nodes().get().size();
      NewTopic wanted = replication.topic(topic, partitions, topicConfig, brokers);
      admin.createTopics(List.of(wanted)).all().get();
    } catch (ExecutionException e) {
      // another node was faster
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw failed("create", topic, e.getCause());
      }
    } catch (InterruptedException e) {
      throw interrupted(topic, e);
    }
    int created = awaitPartitions(admin, topic);
    awaitLeaders(admin, topic, created);
    return created;
  }

  /// Waits until the leaders of all partitions serve. A broker reports a topic before it leads its
  /// partitions. Until then it refuses records (NOT_LEADER_OR_FOLLOWER), and producers log a
  /// warning for each.
  private static void awaitLeaders(Admin admin, String topic, int partitions) {
    Map<TopicPartition, OffsetSpec> all =
        IntStream.range(0, partitions)
            .mapToObj(partition -> new TopicPartition(topic, partition))
            .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
    try {
      // this client retries until the leader answers, without a line in the log
      var _ = admin.listOffsets(all).all().get();
    } catch (ExecutionException e) {
      throw failed("find the leaders of", topic, e.getCause());
    } catch (InterruptedException e) {
      throw interrupted(topic, e);
    }
  }

  /// A broker reports a topic only after the controller told it, which takes some milliseconds
  /// after the creation. Until then consumers would be told that the topic does not exist.
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
        "topic %s was created, but the brokers did not report it after %s: check their connection to the controller"
            .formatted(topic, VISIBLE_LIMIT));
  }

  /// Returns the number of partitions of a topic; empty if the topic does not exist.
  public static Optional<Integer> partitions(Admin admin, String topic) {
    try {
      var described = admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
      return Optional.ofNullable(described).map(found -> found.partitions().size());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      throw failed("describe", topic, e.getCause());
    } catch (InterruptedException e) {
      throw interrupted(topic, e);
    }
  }

  /// Returns the retention of the namespace's topic at its creation.
  public static Duration retention(Namespace namespace) {
    return namespace.memoryTtl().plus(namespace.backfill()).plus(RETENTION_MARGIN);
  }

  /// Record timestamps are set by the producer at the time of sending. If they were the datapoints'
  /// timestamps, retention would delete backfilled data at once.
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

  private static KafkaException failed(String task, String topic, @Nullable Throwable cause) {
    String text = "cannot %s topic=%s: %s".formatted(task, topic, SendFailure.text(cause));
    return new KafkaException(text, cause);
  }

  private static KafkaException interrupted(String topic, InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new KafkaException("interrupted while describing topic " + topic, cause);
  }
}
