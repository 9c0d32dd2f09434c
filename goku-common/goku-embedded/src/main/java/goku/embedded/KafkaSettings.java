package goku.embedded;

import goku.file.FileDescriptors;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;

/// Broker settings for one machine: quick start, quick recovery after a kill, few threads, little
/// memory. A comment gives the reason for each value that differs from Kafka's default.
final class KafkaSettings {
  static final int NODE_ID = 1;
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  /// A placeholder port for settings that need the controller's port before it is known; see
  /// [EmbeddedKafka].
  static final int NO_PORT_YET = 9093;

  /// The longest start.
  private static final Duration START_LIMIT = Duration.ofMinutes(4);

  private static final long MIB = 1L << 20;
  private static final int LARGEST_MESSAGE_MIB = 16;

  /// The largest request: the largest message and its frame.
  static final long LARGEST_REQUEST_BYTES = (LARGEST_MESSAGE_MIB + 1) * MIB;

  /// The share of the heap for requests that are being received.
  static final int HEAP_SHARE = 8;

  /// The connections of the process itself, from a loopback address: 52 after the start of a
  /// standalone process with one namespace. Each further one may add 40.
  static final int OWN_CONNECTIONS = 300;

  /// The connections of some hundred other clients, if the limit of open files permits them.
  private static final int MOST_CONNECTIONS = 900;

  private static final int EIGHTHS_OF_OPEN_FILES = 1;

  private KafkaSettings() {}

  static Properties of(Path directory, String bindHost, String advertised, int port) {
    Properties all = new Properties();
    all.putAll(identity(directory));
    all.putAll(listeners(bindHost, advertised, port));
    all.putAll(internalTopics());
    all.putAll(logs());
    all.putAll(pace());
    all.putAll(threads());
    all.putAll(limits(Runtime.getRuntime().maxMemory(), FileDescriptors.ofThisProcess()));
    return all;
  }

  /// Returns the host that clients connect to: the bind address, or this machine's name for a
  /// wildcard address.
  static String advertisedHost(String bindHost) throws UnknownHostException {
    if (!InetAddress.getByName(bindHost).isAnyLocalAddress()) {
      return bindHost;
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "localhost";
    }
  }

  static String hostAndPort(String host, int port) {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  private static Map<String, String> identity(Path directory) {
    return Map.of(
        "process.roles", "broker,controller",
        "node.id", Integer.toString(NODE_ID),
        "log.dirs", directory.toString());
  }

  private static Map<String, String> listeners(String bindHost, String advertised, int port) {
    String broker = "PLAINTEXT://" + hostAndPort(bindHost, port);
    return Map.of(
        "listeners", broker + "," + CONTROLLER_LISTENER + "://127.0.0.1:0",
        "advertised.listeners", "PLAINTEXT://" + hostAndPort(advertised, port),
        "controller.listener.names", CONTROLLER_LISTENER,
        // required; the only voter elects itself and contacts no other
        "controller.quorum.bootstrap.servers", "127.0.0.1:" + NO_PORT_YET,
        "listener.security.protocol.map", CONTROLLER_LISTENER + ":PLAINTEXT,PLAINTEXT:PLAINTEXT");
  }

  /// Returns settings of internal topics: one replica, and few partitions with small segments,
  /// because each partition is opened at every start.
  private static Map<String, String> internalTopics() {
    return Map.ofEntries(
        Map.entry("offsets.topic.replication.factor", "1"),
        Map.entry("offsets.topic.num.partitions", "4"),
        Map.entry("offsets.topic.segment.bytes", bytes(8)),
        // a machine that was off for the holidays must not read its topics again
        Map.entry("offsets.retention.minutes", Integer.toString(30 * 24 * 60)),
        Map.entry("transaction.state.log.replication.factor", "1"),
        Map.entry("transaction.state.log.min.isr", "1"),
        Map.entry("transaction.state.log.num.partitions", "2"),
        Map.entry("transaction.state.log.segment.bytes", bytes(8)),
        Map.entry("share.coordinator.state.topic.replication.factor", "1"),
        Map.entry("share.coordinator.state.topic.min.isr", "1"),
        Map.entry("share.coordinator.state.topic.num.partitions", "1"),
        Map.entry("share.coordinator.state.topic.segment.bytes", bytes(8)));
  }

  private static Map<String, String> logs() {
    return Map.ofEntries(
        Map.entry("auto.create.topics.enable", "false"),
        Map.entry("message.max.bytes", bytes(LARGEST_MESSAGE_MIB)),
        Map.entry("replica.fetch.max.bytes", bytes(LARGEST_MESSAGE_MIB)),
        // after a kill, all unflushed segments are read again, at least the active one
        Map.entry("log.segment.bytes", bytes(32)),
        Map.entry("log.index.size.max.bytes", bytes(1)),
        // the only replica: bounds the loss after a power failure and the rereading after a kill
        Map.entry("log.flush.interval.ms", "1000"),
        Map.entry("log.flush.scheduler.interval.ms", "1000"),
        Map.entry("log.flush.offset.checkpoint.interval.ms", "5000"),
        // allocated on the heap at start; 128 MiB by default
        Map.entry("log.cleaner.dedupe.buffer.size", bytes(8)),
        // after a long stop the broker's time is behind for some minutes: it must not refuse
        // records
        Map.entry("log.message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE)));
  }

  private static Map<String, String> pace() {
    return Map.of(
        "group.initial.rebalance.delay.ms", "0",
        "group.min.session.timeout.ms", "1000",
        // there is no other broker to lead the partitions. If this one was paused for longer, it
        // loses them for a moment, and producers may then repeat a batch until they give up. A
        // start after a kill waits for a tenth of this; see BrokerTime
        "broker.session.timeout.ms", "12000",
        "broker.heartbeat.interval.ms", "1000",
        // a busy machine: otherwise the broker ends by itself after a minute
        "initial.broker.registration.timeout.ms", "600000",
        // damaged files can make the broker wait forever for a leader; reading its logs again after
        // a kill takes seconds
        "server.max.startup.time.ms", Long.toString(START_LIMIT.toMillis()),
        "controller.quorum.append.linger.ms", "0",
        // no empty record every half second on an idle disk
        "metadata.max.idle.interval.ms", "0",
        // no JMX beans: they are not used here and slow down the start
        "metric.reporters", "");
  }

  private static Map<String, String> threads() {
    return Map.of(
        "num.network.threads", "2",
        "num.io.threads", "4",
        "background.threads", "2",
        "num.recovery.threads.per.data.dir", "2",
        "group.coordinator.threads", "1",
        "share.coordinator.threads", "1");
  }

  /// Returns limits of the memory and the sockets that clients can take. The broker allocates a
  /// request at its announced size, before any other byte arrives. At the limit of all requests it
  /// reads no further ones until an earlier one is done, or its connection is closed as idle.
  static Map<String, String> limits(long heapBytes, FileDescriptors descriptors) {
    int connections = descriptors.connections(MOST_CONNECTIONS, EIGHTHS_OF_OPEN_FILES);
    long received = Math.max(2 * LARGEST_REQUEST_BYTES, heapBytes / HEAP_SHARE);
    return Map.of(
        "socket.request.max.bytes", Long.toString(LARGEST_REQUEST_BYTES),
        "queued.max.request.bytes", Long.toString(received),
        // a request that never arrives holds its memory for this time; clients connect again
        "connections.max.idle.ms", "60000",
        "max.connections", Integer.toString(OWN_CONNECTIONS + connections),
        "max.connections.per.ip", Integer.toString(OWN_CONNECTIONS + connections / 2));
  }

  private static String bytes(int mebibytes) {
    return Long.toString(mebibytes * MIB);
  }
}
