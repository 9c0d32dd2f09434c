package goku.shortterm;

import goku.kafka.SteadyTime;
import goku.kafka.ThreadReplacer;
import goku.model.Namespace;
import goku.model.NodeIdentity;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The Kafka Streams application of one namespace on this node. Thread-safe.
final class NamespaceApp {
  private static final Logger LOG = LoggerFactory.getLogger(NamespaceApp.class);
  private static final String STORE = "shard";
  private static final Duration COMING = Duration.ofMinutes(1);

  private final Namespace namespace;
  private final ShardRegistry shards;
  private final SparePartitions spare;
  private final ThreadReplacer replacer;
  private final KafkaStreams streams;
  private final InstantSource clock;
  private volatile Optional<String> standing = Optional.empty();

  /// The number of partitions of the topic at the start.
  private volatile int partitions;

  private volatile Instant comingUntil = Instant.MIN;

  NamespaceApp(
      ShortConfig config,
      NodeIdentity node,
      Namespace namespace,
      ShardRegistry shards,
      ShardOpener opener,
      ThreadReplacer replacer,
      InstantSource clock) {
    this.clock = clock;
    this.replacer = replacer;
    this.namespace = namespace;
    this.shards = shards;
    this.spare = new SparePartitions(namespace);
    var store =
        new ShardStateStoreBuilder(
            STORE, () -> new ShardStateStore(STORE, shards, spare::contains, opener::open));
    streams =
        new KafkaStreams(
            ShardTopology.build(namespace.kafkaTopic(), store, clock),
            StreamsProperties.of(config, node, namespace),
            new ShardClients(namespace, shards, opener.node().registry()),
            new SteadyTime());
    // an unreadable batch causes no exception, so a failure may succeed at the next try
    streams.setUncaughtExceptionHandler(replacer);
  }

  Namespace namespace() {
    return namespace;
  }

  /// @param standing a problem that lasts as long as the application runs, if any
  /// @param partitions the number of partitions of the topic
  void start(Optional<String> standing, int partitions) {
    this.standing = standing;
    this.partitions = partitions;
    spare.describe(partitions).ifPresent(LOG::warn);
    streams.start();
  }

  /// @param standing a problem from now on, until the next call
  void standing(Optional<String> standing) {
    this.standing = standing;
  }

  /// Reports that the namespace was added while the node was running. Its shards may then be
  /// missing for a while.
  void comes() {
    comingUntil = clock.instant().plus(COMING);
  }

  /// Reports that all its shards have arrived.
  void arrived() {
    comingUntil = Instant.MIN;
  }

  boolean isComing() {
    return clock.instant().isBefore(comingUntil);
  }

  /// Returns why the application does not work; empty if it does.
  Optional<String> complaint() {
    KafkaStreams.State state = streams.state();
    if (state != KafkaStreams.State.RUNNING) {
      return Optional.of("Kafka Streams is " + state);
    }
    Optional<ThreadReplacer.Failure> failure = replacer.recentFailure();
    if (failure.isPresent()) {
      return Optional.of(
          "a stream thread failed at %s: %s"
              .formatted(failure.get().at(), failure.get().message()));
    }
    for (TopicPartition partition : assigned()) {
      int number = partition.partition();
      if (!spare.contains(number) && shards.get(namespace.shard(number)).isEmpty()) {
        return Optional.of("shard %d is not open".formatted(number));
      }
    }
    return standing;
  }

  /// Returns a remark on partitions that are not used; empty if there are none. Kafka Streams makes
  /// tasks for those that were added since the start.
  Optional<String> doubt() {
    int highest = assigned().stream().mapToInt(TopicPartition::partition).max().orElse(-1);
    return spare.describe(Math.max(partitions, highest + 1));
  }

  private List<TopicPartition> assigned() {
    return streams.metadataForLocalThreads().stream()
        .flatMap(thread -> thread.activeTasks().stream())
        .flatMap(task -> task.topicPartitions().stream())
        .toList();
  }

  void close(Duration timeout) {
    if (!streams.close(timeout)) {
      LOG.warn("Kafka Streams did not stop namespace={} timeout={}", namespace.name(), timeout);
    }
  }

  /// Closes the application of a removed namespace, leaves its consumer group, and removes what
  /// Kafka Streams kept of it.
  ///
  /// @throws IllegalStateException if it does not close in time
  void remove(Duration timeout) {
    var options =
        CloseOptions.timeout(timeout)
            .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
    if (!streams.close(options)) {
      throw new IllegalStateException(
          "Kafka Streams did not stop namespace=%s timeout=%s"
              .formatted(namespace.name(), timeout));
    }
    streams.cleanUp();
  }
}
