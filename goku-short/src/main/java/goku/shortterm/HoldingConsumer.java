package goku.shortterm;

import goku.kafka.SkippingConsumer;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/// A consumer that reads nothing more from the logs of shards that cannot apply it now. The others
/// of its thread continue, and the thread stays a member of its group. Kafka Streams pauses logs
/// too, for its own reasons: a log is read if neither side has paused it.
class HoldingConsumer extends SkippingConsumer {
  private final Predicate<TopicPartition> isHeld;
  private final EpochReports epochs;
  private final Set<TopicPartition> held = new HashSet<>();
  private final Set<TopicPartition> pausedByOwner = new HashSet<>();

  /// @param isHeld returns whether the shard of a log cannot apply records now; called before each
  ///   poll by its thread
  /// @param epochs receives the epochs of all records that are read
  HoldingConsumer(
      Map<String, Object> config,
      MeterRegistry registry,
      Predicate<TopicPartition> isHeld,
      EpochReports epochs) {
    super(config, registry);
    this.isHeld = isHeld;
    this.epochs = epochs;
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    Set<TopicPartition> assigned = assignment();
    held.retainAll(assigned);
    pausedByOwner.retainAll(assigned);
    for (TopicPartition log : assigned) {
      if (isHeld.test(log)) {
        held.add(log);
        super.pause(List.of(log)); // again after a rebalance, which forgets it
      } else if (held.remove(log) && !pausedByOwner.contains(log)) {
        super.resume(List.of(log));
      }
    }
    ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
    epochs.add(records);
    return records;
  }

  @Override
  public void pause(Collection<TopicPartition> logs) {
    pausedByOwner.addAll(logs);
    super.pause(logs);
  }

  @Override
  public void resume(Collection<TopicPartition> logs) {
    pausedByOwner.removeAll(logs);
    super.resume(logs.stream().filter(log -> !held.contains(log)).toList());
  }
}
