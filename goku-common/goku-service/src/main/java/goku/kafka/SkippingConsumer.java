package goku.kafka;

import goku.kafka.fetch.BoundedConsumer;
import goku.kafka.fetch.OversizedBatches;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A consumer that skips damaged batches of a log: they are logged and counted, and a reader that
/// counts offsets notes the gap. Without it, Kafka Streams would end the thread at the batch, and
/// each later thread too.
///
/// The checksum of a batch does not cover its length and its first offset. A batch with a wrong
/// length has no end, so the broker returns nothing. A batch with a wrong first offset has records
/// at other offsets. Offsets of a log without transactions have no gap, so a gap shows it.
///
/// Subscribe with a listener and to named topics: other rebalances are not noticed.
public class SkippingConsumer extends BoundedConsumer {
  private static final Logger LOG = LoggerFactory.getLogger(SkippingConsumer.class);

  private final DamagedLog damage;
  private final MeterRegistry registry;
  private final Stalls stalls;

  /// Whether the last poll changed the assignment. Its records may then begin at the committed
  /// offsets instead of at the positions before.
  private boolean rebalanced;

  /// @param config of a consumer that Kafka Streams creates
  public SkippingConsumer(Map<String, Object> config, MeterRegistry registry) {
    this(config, registry, System::nanoTime);
  }

  /// @param nanoTime clock of the time without records
  SkippingConsumer(Map<String, Object> config, MeterRegistry registry, LongSupplier nanoTime) {
    super(config, new OversizedBatches(registry));
    damage = new DamagedLog(config);
    this.registry = registry;
    stalls = new Stalls(nanoTime);
  }

  @Override
  public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
    super.subscribe(topics, new NotingListener(listener));
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    rebalanced = false;
    Map<TopicPartition, Long> before = positions();
    ConsumerRecords<byte[], byte[]> records;
    try {
      records = super.poll(timeout);
    } catch (RetriableException away) {
      throw away;
    } catch (KafkaException failure) {
      DamagedLog.Batch batch = DamagedLog.of(failure, assignment());
      if (batch == null) {
        throw failure;
      }
      long from = position(batch.log());
      skip(batch.log(), from, damage.endOf(batch, from), failure);
      return ConsumerRecords.empty();
    }
    if (rebalanced) {
      return withoutGaps(Map.of(), records);
    }
    skipStalled(before, records);
    return withoutGaps(before, records);
  }

  /// Returns the known positions.
  private Map<TopicPartition, Long> positions() {
    Map<TopicPartition, Long> known = new HashMap<>();
    for (TopicPartition log : assignment()) {
      try {
        known.put(log, position(log, Duration.ZERO));
      } catch (TimeoutException | InvalidOffsetException unknown) {
        LOG.debug("position unknown log={}", log, unknown);
      }
    }
    return known;
  }

  private void skipStalled(
      Map<TopicPartition, Long> before, ConsumerRecords<byte[], byte[]> records) {
    before.forEach(
        (log, position) -> {
          boolean waits =
              records.records(log).isEmpty()
                  && !paused().contains(log)
                  && currentLag(log).orElse(0) > 0;
          if (stalls.isStalled(log, position, waits) && damage.isUnreadable(log, position)) {
            skip(
                log,
                position,
                damage.endOf(new DamagedLog.Batch(log, OptionalLong.empty()), position),
                null);
          }
        });
  }

  /// Returns the records before the first gap of each log. If a log begins with a gap, its next
  /// batch is skipped, because the gap may come from a wrong first offset of that batch.
  private ConsumerRecords<byte[], byte[]> withoutGaps(
      Map<TopicPartition, Long> before, ConsumerRecords<byte[], byte[]> records) {
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> kept = new HashMap<>();
    Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>(records.nextOffsets());
    boolean changed = false;
    for (TopicPartition log : records.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> read = records.records(log);
      long first = Optional.ofNullable(before.get(log)).orElse(read.getFirst().offset());
      int count = beforeGap(read, first);
      if (count == read.size()) {
        kept.put(log, read);
        continue;
      }
      changed = true;
      if (count == 0) {
        skip(log, first, damage.endAfterGap(log, first), null);
        next.remove(log);
      } else {
        kept.put(log, read.subList(0, count));
        seek(log, first + count);
        next.put(log, new OffsetAndMetadata(first + count));
      }
    }
    return changed ? new ConsumerRecords<>(kept, next) : records;
  }

  /// Returns the number of records before the first one that does not follow the one before it.
  private static int beforeGap(List<ConsumerRecord<byte[], byte[]>> read, long first) {
    if (read.getFirst().offset() == first && read.getLast().offset() == first + read.size() - 1) {
      return read.size();
    }
    int count = 0;
    while (count < read.size() && read.get(count).offset() == first + count) {
      count++;
    }
    return count;
  }

  private void skip(TopicPartition log, long from, long to, @Nullable KafkaException failure) {
    seek(log, to);
    Counter.builder("goku.kafka.records.skipped")
        .description("records in damaged batches of a log, which were skipped")
        .tag("topic", log.topic())
        .register(registry)
        .increment((double) (to - from));
    LOG.error(
        "log damaged, records skipped topic={} partition={} from={} to={}: this node lacks them."
            + " Repair the disk of that partition's leader. If another broker has a good replica,"
            + " make it the leader, remove the local files of the shard, and restart the node",
        log.topic(),
        log.partition(),
        from,
        to - 1,
        failure);
  }

  /// A listener that notes each rebalance. A poll calls it on its own thread.
  private final class NotingListener implements ConsumerRebalanceListener {
    private final ConsumerRebalanceListener listener;

    NotingListener(ConsumerRebalanceListener listener) {
      this.listener = listener;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> logs) {
      rebalanced = true;
      listener.onPartitionsAssigned(logs);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> logs) {
      rebalanced = true;
      listener.onPartitionsRevoked(logs);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> logs) {
      rebalanced = true;
      listener.onPartitionsLost(logs);
    }
  }
}
