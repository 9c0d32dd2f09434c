package goku.ingest.stream;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;

/// The settings of Kafka Streams for the ingestor. Sizes were measured: with 100 lines per record,
/// larger ones gained nothing.
///
/// @param client the settings of every Kafka client
/// @param nodeName unique per ingestor and stable over restarts. A restarted node resumes its
///   partitions at once, before its former session times out. Empty for dynamic membership.
/// @param linger how long a datapoint may wait for others
public record StreamSettings(
    Map<String, Object> client,
    String applicationId,
    String nodeName,
    int threads,
    Duration sessionTimeout,
    Duration commitInterval,
    Duration linger) {
  /// The fetch size of a partition. Four times the size gained nothing, and made the collector
  /// treat the arrays as large objects.
  private static final int FETCHED_BYTES = 1 << 20;

  /// The records of one poll, which are decompressed together. A whole fetch, 10 MB of records of
  /// 100 lines, was most of what a collection had to copy. With one line per record, larger polls
  /// gained nothing.
  private static final int POLLED_RECORDS = 200;

  public StreamSettings {
    client = Map.copyOf(client);
  }

  public Properties toProperties() {
    Map<String, Object> all = new HashMap<>(client);
    all.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
    all.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
    all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, commitInterval.toMillis());
    // batches leave between two polls, so a poll must not block for longer than the linger time;
    // without gathered batches the consumer waits longer
    all.put(StreamsConfig.POLL_MS_CONFIG, linger.toMillis());
    all.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, 5000);
    // records have no order between partitions, so Streams need not wait for other partitions; it
    // would also log each wait
    all.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
    putConsumer(all);
    ProducerSettings.ofBatches()
        .forEach((key, value) -> all.put(StreamsConfig.PRODUCER_PREFIX + key, value));
    var properties = new Properties();
    properties.putAll(all);
    return properties;
  }

  private void putConsumer(Map<String, Object> all) {
    String prefix = StreamsConfig.MAIN_CONSUMER_PREFIX;
    all.put(prefix + ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, (int) sessionTimeout.toMillis());
    // three heartbeats per session, as usual
    all.put(
        prefix + ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, (int) sessionTimeout.toMillis() / 3);
    all.put(prefix + ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLLED_RECORDS);
    all.put(prefix + ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCHED_BYTES);
    if (!nodeName.isEmpty()) {
      all.put(prefix + ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, applicationId + "-" + nodeName);
    }
  }
}
