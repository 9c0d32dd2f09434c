package goku.kafka;

import goku.kafka.fetch.BoundedConsumer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
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
              + "|Failed to make progress reading messages at (\\S+)=\\d+"
              + "|Received exception when fetching the next record from (\\S+)\\. If needed",
          Pattern.DOTALL);

  private static final Duration POLL = Duration.ofMillis(200);

  /// The polls after which a broker that answers no fetch is taken for unavailable.
  private static final int POLLS = 150;

  /// The fetches without records after which an offset is unreadable. The first one may be from
  /// before the seek.
  private static final int FETCHES = 3;

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
    // one batch at a time: a broker returns a whole one in any case
    this.config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 1);
    this.config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1);
    this.config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Integer.MAX_VALUE);
    this.config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 50);
    this.config.put(
        ConsumerConfig.CLIENT_ID_CONFIG, config.get(ConsumerConfig.CLIENT_ID_CONFIG) + "-probe");
  }

  /// A batch that cannot be read.
  ///
  /// @param start the first offset of the batch; empty if even that cannot be read
  record Batch(TopicPartition log, OptionalLong start) {}

  /// Returns the damaged batch that the failure or a cause of it names, with its start if one of
  /// them tells it; null for another failure.
  static @Nullable Batch of(KafkaException failure, Set<TopicPartition> assigned) {
    Batch damaged = null;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Batch found = named(String.valueOf(cause.getMessage()), assigned);
      if (found != null && (damaged == null || found.start().isPresent())) {
        damaged = found;
      }
    }
    return damaged;
  }

  private static @Nullable Batch named(String message, Set<TopicPartition> assigned) {
    Matcher found = FAILURE.matcher(message);
    if (!found.find()) {
      return null;
    }
    String name =
        IntStream.of(1, 3, 4, 5)
            .mapToObj(found::group)
            .filter(Objects::nonNull)
            .findFirst()
            .orElseThrow();
    String start = found.group(2);
    return assigned.stream()
        .filter(log -> log.toString().equals(name))
        .map(
            log ->
                new Batch(
                    log,
                    start == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(start))))
        .findFirst()
        .orElse(null);
  }

  /// Returns the first offset after the batch: that of the next batch, which may be damaged too, or
  /// the end of the log.
  ///
  /// @param position an offset in the batch
  /// @throws KafkaException if Kafka cannot be asked
  long endOf(Batch batch, long position) {
    try (var probe = probe(batch.log())) {
      long last = Math.max(end(probe, batch.log()), position + 1);
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

  /// Returns whether the broker answers that it has no record at an offset before the end.
  ///
  /// @throws KafkaException if Kafka cannot be asked
  boolean isUnreadable(TopicPartition log, long offset) {
    try (var probe = probe(log)) {
      return offset < end(probe, log)
          && isWithin(new Batch(log, OptionalLong.empty()), probe, offset);
    }
  }

  /// Returns the first offset after the batch that the broker returns for an offset that the batch
  /// does not have. Its first offset may be wrong, then it is not known which records it replaces.
  ///
  /// @throws KafkaException if Kafka cannot be asked
  long endAfterGap(TopicPartition log, long offset) {
    try (var probe = probe(log)) {
      probe.seek(log, offset);
      List<ConsumerRecord<byte[], byte[]>> batch = fetch(probe, log);
      if (!batch.isEmpty() && batch.getLast().offset() < end(probe, log)) {
        return batch.getLast().offset() + 1;
      }
    }
    return endOf(new Batch(log, OptionalLong.empty()), offset);
  }

  private KafkaConsumer<byte[], byte[]> probe(TopicPartition log) {
    // the consumer of the log reports the batches that are too large
    var probe = new BoundedConsumer(config, _ -> {});
    probe.assign(Set.of(log));
    return probe;
  }

  private static long end(KafkaConsumer<byte[], byte[]> probe, TopicPartition log) {
    return Optional.ofNullable(probe.endOffsets(Set.of(log)).get(log)).orElse(0L);
  }

  /// Returns whether the offset is in the damaged batch.
  private static boolean isWithin(Batch batch, KafkaConsumer<byte[], byte[]> probe, long offset) {
    probe.seek(batch.log(), offset);
    try {
      List<ConsumerRecord<byte[], byte[]>> found = fetch(probe, batch.log());
      return found.isEmpty() || found.getFirst().offset() != offset;
    } catch (CorruptRecordException damaged) {
      return true;
    } catch (RetriableException away) {
      throw away;
    } catch (KafkaException failure) {
      Batch found = of(failure, Set.of(batch.log()));
      if (found == null) {
        throw failure;
      }
      return found.start().isEmpty()
          || batch.start().isEmpty()
          || found.start().equals(batch.start());
    }
  }

  /// Returns the records from the position on; empty if the broker has answered that there are
  /// none.
  private static List<ConsumerRecord<byte[], byte[]>> fetch(
      KafkaConsumer<byte[], byte[]> probe, TopicPartition log) {
    double before = fetches(probe);
    for (int poll = 0; poll < POLLS; poll++) {
      ConsumerRecords<byte[], byte[]> records = probe.poll(POLL);
      if (!records.isEmpty()) {
        return records.records(log);
      }
      if (fetches(probe) >= before + FETCHES) {
        return List.of();
      }
    }
    throw new TimeoutException("cannot fetch from %s: no answer".formatted(log));
  }

  /// Returns the number of answered fetches.
  private static double fetches(KafkaConsumer<byte[], byte[]> probe) {
    return probe.metrics().entrySet().stream()
        .filter(metric -> metric.getKey().name().equals("fetch-total"))
        .mapToDouble(metric -> (Double) metric.getValue().metricValue())
        .max()
        .orElse(0);
  }
}
