package goku.shortterm;

import goku.model.Namespace;
import goku.model.NodeIdentity;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;

/// The properties of a namespace's Kafka Streams application.
final class StreamsProperties {
  /// The poll interval. Work that a shard does in slices between batches pauses about as long
  /// between slices. Each thread polls that often, even without records.
  private static final int POLL_MILLIS = 25;

  /// The commit interval. A commit blocks the stream thread: measured with 100, 500 and 2000 ms
  /// between commits, 99 % of batches were applied within 220, 84 and 16 ms. Uncommitted records
  /// are not lost. After a restart they only arrive by processing instead of restoring.
  private static final int COMMIT_INTERVAL_MILLIS = 2000;

  private static final int HEARTBEATS_PER_SESSION = 6;

  /// The longest heartbeat interval. Members learn of a rebalance by their heartbeats.
  private static final int LONGEST_HEARTBEAT_MILLIS = 1000;

  /// The default limit of threads. Each has its own connections to Kafka.
  private static final int MOST_THREADS_BY_DEFAULT = 16;

  /// The fetch size per shard. The thread applies all it got before it fetches again, so this
  /// bounds the delay of other shards. A larger batch is fetched whole. Measured with one thread
  /// that could not follow a flood of new series in one shard, on a crowded machine: half of the
  /// others' datapoints waited for 1.2 s with Kafka's default of 1 MiB, and for 50 to 70 ms with
  /// this size.
  private static final int FETCHED_BYTES = 128 << 10;

  private StreamsProperties() {}

  static Properties of(ShortConfig config, NodeIdentity node, Namespace namespace) {
    var properties = new Properties();
    properties.putAll(config.kafka().clientProperties());
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId(config, node, namespace));
    properties.put(
        StreamsConfig.STATE_DIR_CONFIG, config.directory().resolve("streams").toString());
    properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads(config, namespace));
    properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 0);
    properties.put(StreamsConfig.POLL_MS_CONFIG, POLL_MILLIS);
    properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_INTERVAL_MILLIS);
    // a task has one partition, so it need not check other partitions for each record
    properties.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
    main(properties, ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    mainByDefault(properties, ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCHED_BYTES);
    int session = Math.toIntExact(config.sessionTimeout().toMillis());
    main(properties, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, session);
    main(
        properties,
        ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
        Math.min(session / HEARTBEATS_PER_SESSION, LONGEST_HEARTBEAT_MILLIS));
    if (!node.name().isEmpty()) {
      main(properties, ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, node.name());
    }
    return properties;
  }

  /// Returns one consumer group per zone, so that every zone consumes the topic at its own speed.
  private static String applicationId(ShortConfig config, NodeIdentity node, Namespace namespace) {
    return config.kafka().names().shortGroup(namespace.name(), node.zone());
  }

  /// Returns the number of threads. A thread applies one batch at a time, and new series take
  /// longer than known ones. The shards of a thread wait for each other, those of different threads
  /// only for processors.
  private static int threads(ShortConfig config, Namespace namespace) {
    return config.threads() > 0
        ? config.threads()
        : Math.min(MOST_THREADS_BY_DEFAULT, namespace.sharding().shards());
  }

  private static void main(Properties properties, String key, Object value) {
    properties.put(StreamsConfig.mainConsumerPrefix(key), value);
  }

  /// Sets a default that the configuration may override.
  private static void mainByDefault(Properties properties, String key, Object value) {
    properties.putIfAbsent(StreamsConfig.mainConsumerPrefix(key), value);
  }
}
