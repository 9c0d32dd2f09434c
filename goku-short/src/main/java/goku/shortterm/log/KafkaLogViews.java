package goku.shortterm.log;

import goku.format.snapshot.SnapshotLog;
import goku.kafka.KafkaConfig;
import goku.kafka.fetch.BoundedConsumer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The views of logs in Kafka. All of them share one consumer, which is created for the first
/// record that is read. Thread-safe.
public final class KafkaLogViews implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaLogViews.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Admin admin;
  private final KafkaConfig kafka;

  // guarded by this
  private @Nullable Consumer<byte[], byte[]> consumer;

  /// @param admin owned by the caller
  public KafkaLogViews(Admin admin, KafkaConfig kafka) {
    this.admin = admin;
    this.kafka = kafka;
  }

  /// Returns the view of a partition.
  public LogView of(String topic, int shard) {
    return new View(new TopicPartition(topic, shard));
  }

  @Override
  public synchronized void close() {
    if (consumer != null) {
      consumer.close();
      consumer = null;
    }
  }

  private LogRange range(TopicPartition partition) {
    try {
      var start = admin.listOffsets(Map.of(partition, OffsetSpec.earliest()));
      var end = admin.listOffsets(Map.of(partition, OffsetSpec.latest()));
      String topic = partition.topic();
      var topics = admin.describeTopics(List.of(topic)).topicNameValues();
      Uuid id = Objects.requireNonNull(topics.get(topic)).get().topicId();
      ListOffsetsResultInfo last = end.partitionResult(partition).get();
      return new LogRange(
          new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits()),
          start.partitionResult(partition).get().offset(),
          last.offset(),
          last.leaderEpoch().orElse(SnapshotLog.NO_EPOCH));
    } catch (ExecutionException e) {
      throw new KafkaException("cannot read the offsets of %s".formatted(partition), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }

  private synchronized Optional<LogRecord> record(TopicPartition partition, long offset) {
    Consumer<byte[], byte[]> open = consumer == null ? create() : consumer;
    consumer = open;
    try {
      open.assign(List.of(partition));
      open.seek(partition, offset);
      long end = open.endOffsets(List.of(partition), TIMEOUT).getOrDefault(partition, offset);
      long deadline = System.nanoTime() + TIMEOUT.toNanos();
      while (open.position(partition, TIMEOUT) < end && System.nanoTime() < deadline) {
        for (ConsumerRecord<byte[], byte[]> found : open.poll(Duration.ofMillis(100))) {
          byte[] value = found.value() == null ? new byte[0] : found.value();
          int epoch = found.leaderEpoch().orElse(SnapshotLog.NO_EPOCH);
          return Optional.of(LogRecord.of(found.offset(), found.timestamp(), value, epoch));
        }
      }
    } catch (KafkaException unreadable) {
      LOG.warn("record unreadable partition={} offset={}", partition, offset, unreadable);
    } finally {
      open.unsubscribe();
    }
    return Optional.empty();
  }

  private Consumer<byte[], byte[]> create() {
    Map<String, Object> properties = new HashMap<>(kafka.clientProperties());
    properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "goku-short-log-view");
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    // the consumer of the shard reports the batches that are too large
    return new BoundedConsumer(properties, _ -> {});
  }

  private final class View implements LogView {
    private final TopicPartition partition;
    private @Nullable LogRange range;

    View(TopicPartition partition) {
      this.partition = partition;
    }

    @Override
    public synchronized LogRange range() {
      LogRange known = range;
      if (known == null) {
        known = KafkaLogViews.this.range(partition);
        range = known;
      }
      return known;
    }

    @Override
    public Optional<LogRecord> record(long offset) {
      return KafkaLogViews.this.record(partition, offset);
    }
  }
}
