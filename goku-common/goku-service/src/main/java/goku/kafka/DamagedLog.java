package goku.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/// The search for the first batch after a damaged one in a log of Kafka. A consumer gets a batch as
/// a whole, from any of its offsets, and does not learn where a damaged one ends. So the search
/// tries offsets at growing distances until one is not in the damaged batch, and then halves the
/// rest. A batch of a million records takes some 40 tries. Owned by one thread.
final class DamagedLog {
  /// The failures of a consumer to read a batch, in the words of Kafka 4. A failure in other words
  /// ends the stream thread, as before.
  private static final Pattern FAILURE =
      Pattern.compile(
          "Record(?: batch)? for partition (\\S+) at offset (\\d+) is invalid"
              + "|Encountered corrupt message when fetching offset \\d+ for topic-partition (\\S+)"
              + "|Failed to make progress reading messages at (\\S+)=\\d+",
          Pattern.DOTALL);

  private static final Duration POLL = Duration.ofSeconds(1);

  /// The polls of one offset that may return nothing, because the broker is slow.
  private static final int POLLS = 30;

  private final Map<String, Object> config;

  /// @param config of a consumer of a stream thread
  DamagedLog(Map<String, Object> config) {
    this.config = new HashMap<>(config);
    this.config.keySet().removeIf(key -> key.startsWith("__"));
    List.of(
            ConsumerConfig.GROUP_ID_CONFIG,
            ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG)
        .forEach(this.config::remove);
    this.config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    this.config.put(
        ConsumerConfig.CLIENT_ID_CONFIG, config.get(ConsumerConfig.CLIENT_ID_CONFIG) + "-probe");
  }

  /// A batch that cannot be read.
  ///
  /// @param start the first offset of the batch; empty if even that cannot be read
  record Batch(TopicPartition log, OptionalLong start) {}

  /// Returns the damaged batch that the failure names; null for another failure.
  static @Nullable Batch of(KafkaException failure, Set<TopicPartition> assigned) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Matcher found = FAILURE.matcher(String.valueOf(cause.getMessage()));
      if (found.find()) {
        String name =
            found.group(1) != null
                ? found.group(1)
                : found.group(3) != null ? found.group(3) : found.group(4);
        for (TopicPartition log : assigned) {
          if (log.toString().equals(name)) {
            String start = found.group(2);
            return new Batch(
                log, start == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(start)));
          }
        }
      }
    }
    return null;
  }

  /// Returns the first offset after the batch: that of the next batch, which may be damaged too, or
  /// the end of the log.
  ///
  /// @param position an offset in the batch
  /// @throws KafkaException if Kafka cannot be asked
  long endOf(Batch batch, long position) {
    try (var probe =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      probe.assign(Set.of(batch.log()));
      Long end = probe.endOffsets(Set.of(batch.log())).get(batch.log());
      long last = end == null ? position + 1 : Math.max(end, position + 1);
      long within = position;
      long behind = position + 1;
      for (long step = 1; behind < last && isWithin(batch, probe, behind); step *= 2) {
        within = behind;
        behind = Math.min(last, position + 2 * step);
      }
      while (behind - within > 1) {
        long middle = within + (behind - within) / 2;
        if (isWithin(batch, probe, middle)) {
          within = middle;
        } else {
          behind = middle;
        }
      }
      return behind;
    }
  }

  /// Returns whether the offset is in the damaged batch.
  private static boolean isWithin(Batch batch, KafkaConsumer<byte[], byte[]> probe, long offset) {
    probe.seek(batch.log(), offset);
    try {
      for (int poll = 0; poll < POLLS; poll++) {
        ConsumerRecords<byte[], byte[]> records = probe.poll(POLL);
        if (!records.isEmpty()) {
          return false;
        }
      }
      return true;
    } catch (RetriableException away) {
      throw away;
    } catch (KafkaException failure) {
      Batch found = of(failure, Set.of(batch.log()));
      if (found == null) {
        throw failure;
      }
      return found.start().isEmpty() || found.start().equals(batch.start());
    }
  }
}
