package goku.shortterm;

import goku.kafka.SteadyTime;
import goku.kafka.ThreadReplacer;
import goku.model.Namespace;
import goku.model.NodeIdentity;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The Kafka Streams application of one namespace on this node. Thread-safe.
final class NamespaceApp {
  private static final Logger LOG = LoggerFactory.getLogger(NamespaceApp.class);
  private static final String STORE = "shard";
  private static final Duration COMING = Duration.ofMinutes(1);

  private final Namespace namespace;
  private final ShardRegistry shards;
  private final ThreadReplacer replacer;
  private final KafkaStreams streams;
  private final InstantSource clock;
  private volatile Optional<String> standing = Optional.empty();
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
    var store =
        new ShardStateStoreBuilder(STORE, () -> new ShardStateStore(STORE, shards, opener::open));
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
  void start(Optional<String> standing) {
    this.standing = standing;
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
    for (ThreadMetadata thread : streams.metadataForLocalThreads()) {
      for (TaskMetadata task : thread.activeTasks()) {
        for (TopicPartition partition : task.topicPartitions()) {
          if (shards.get(namespace.shard(partition.partition())).isEmpty()) {
            return Optional.of("shard %d is not open".formatted(partition.partition()));
          }
        }
      }
    }
    return standing;
  }

  void close(Duration timeout) {
    if (!streams.close(timeout)) {
      LOG.warn("Kafka Streams did not stop namespace={} timeout={}", namespace.name(), timeout);
    }
  }
}
