package goku.shortterm;

import goku.model.Namespace;
import goku.shortterm.shard.Shard;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The Kafka Streams application of one namespace on this node. Thread-safe.
final class NamespaceApp {
  private static final Logger LOG = LoggerFactory.getLogger(NamespaceApp.class);
  private static final String STORE = "shard";

  private final Namespace namespace;
  private final ShardRegistry shards;
  private final KafkaStreams streams;
  private volatile Optional<String> standing = Optional.empty();

  NamespaceApp(
      ShortConfig config, Namespace namespace, ShardRegistry shards, IntFunction<Shard> newShard) {
    this.namespace = namespace;
    this.shards = shards;
    var store = new ShardStoreBuilder(STORE, () -> new ShardStore(STORE, shards, newShard));
    streams =
        new KafkaStreams(
            ShardTopology.build(namespace.kafkaTopic(), store),
            StreamSettings.of(config, namespace));
    streams.setUncaughtExceptionHandler(this::replaceThread);
  }

  Namespace namespace() {
    return namespace;
  }

  /// @param standing what is wrong for as long as the application runs, if anything
  void start(Optional<String> standing) {
    this.standing = standing;
    streams.start();
  }

  /// Why the application does not work as it should; empty when it does.
  Optional<String> complaint() {
    KafkaStreams.State state = streams.state();
    if (state != KafkaStreams.State.RUNNING) {
      return Optional.of("Kafka Streams is " + state);
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
      LOG.warn("namespace {}: Kafka Streams did not stop within {}", namespace.name(), timeout);
    }
  }

  /// A batch that cannot be read ends in no exception, so what comes here may well go better next
  /// time.
  private StreamThreadExceptionResponse replaceThread(Throwable failure) {
    LOG.error("namespace {}: a stream thread failed and is replaced", namespace.name(), failure);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }
}
