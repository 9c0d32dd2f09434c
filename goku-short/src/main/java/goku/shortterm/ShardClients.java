package goku.shortterm;

import goku.kafka.ByteClients;
import goku.model.Namespace;
import goku.shortterm.lifecycle.ShardLifecycle;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/// A supplier of Kafka clients whose consumers of a namespace's shards skip damaged batches, and
/// pause the logs of shards that cannot apply them. The consumer of new records lingers too.
/// Thread-safe.
final class ShardClients extends ByteClients {
  private final Namespace namespace;
  private final ShardRegistry shards;
  private final MeterRegistry registry;
  private final EpochReports epochs =
      new EpochReports(log -> shard(log).map(open -> open.shard().epochs()));

  ShardClients(Namespace namespace, ShardRegistry shards, MeterRegistry registry) {
    this.namespace = namespace;
    this.shards = shards;
    this.registry = registry;
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return new LingeringConsumer(config, registry, this::isHeld, epochs);
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
    return new HoldingConsumer(config, registry, this::isHeldByRestore, epochs);
  }

  private boolean isHeld(TopicPartition log) {
    return shard(log).filter(ShardLifecycle::holdsRecords).isPresent();
  }

  /// Lets the shard go on first: during a restore nobody else does.
  private boolean isHeldByRestore(TopicPartition log) {
    if (!isHeld(log)) {
      return false;
    }
    shard(log).ifPresent(ShardLifecycle::proceed);
    return isHeld(log);
  }

  private Optional<ShardLifecycle> shard(TopicPartition log) {
    return shards.get(namespace.shard(log.partition()));
  }
}
