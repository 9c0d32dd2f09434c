package goku.embedded;

import java.io.OutputStream;
import java.io.PrintStream;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Properties;
import java.util.function.Predicate;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.raft.DynamicVoters;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A Kafka broker with its own controller (KRaft combined mode) in this process. Only this class
/// and [GroupLogs] use broker internals, for which Kafka promises no compatibility.
///
/// The controller listens on another loopback port at every start. The quorum is dynamic and has
/// one voter, which elects itself without a network. As leader it first writes its new address into
/// the voter set. So the port in the voter set of a fresh directory is never used.
///
/// [#start] and [#close] belong to one thread. All other methods are thread-safe.
public final class EmbeddedKafka implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedKafka.class);

  /// The time for an orderly stop, which takes less than a second. After this, recovery repairs the
  /// logs.
  private static final Duration STOP_LIMIT = Duration.ofSeconds(15);

  /// The broker leaves this file when it stops in order.
  private static final String CLEAN_SHUTDOWN = ".kafka_cleanshutdown";

  private final Path directory;
  private final String bindHost;
  private final String advertisedHost;
  private final int port;
  private final InstantSource clock;
  private final Predicate<String> isFrozen;
  private @Nullable String guard;
  private @Nullable KafkaRaftServer server;

  /// Creates a broker with the system clock.
  ///
  /// @param directory existing directory that holds only this broker's files
  /// @param port 0 for any free port
  public EmbeddedKafka(Path directory, String bindHost, int port) {
    this(directory, bindHost, port, InstantSource.system());
  }

  /// @param clock the clock by which the broker removes old records
  public EmbeddedKafka(Path directory, String bindHost, int port, InstantSource clock) {
    this(directory, bindHost, port, clock, topic -> false);
  }

  /// @param isFrozen tells of a topic whether records for it must be refused now. Called for each
  ///   request by the broker's threads
  public EmbeddedKafka(
      Path directory, String bindHost, int port, InstantSource clock, Predicate<String> isFrozen) {
    this.clock = clock;
    this.isFrozen = isFrozen;
    this.directory = directory;
    this.bindHost = bindHost;
    try {
      this.advertisedHost = KafkaSettings.advertisedHost(bindHost);
    } catch (UnknownHostException unknown) {
      throw new StartupProblem("cannot listen on " + bindHost + ": unknown name", unknown);
    }
    this.port = port == 0 ? Ports.anyFree(bindHost) : port;
  }

  /// Starts the broker and returns when it serves clients. Throws a [StartupProblem] on failure.
  public void start() {
    try {
      BrokerTime time = new BrokerTime(clock);
      if (!Files.exists(directory.resolve("meta.properties"))) {
        format();
      } else if (!Files.exists(directory.resolve(CLEAN_SHUTDOWN))) {
        time.hurry();
      }
      GroupLogs.cutDamaged(directory);
      Properties settings = KafkaSettings.of(directory, bindHost, advertisedHost, port);
      guard = WriteGuard.addTo(settings, isFrozen);
      KafkaConfig config = new KafkaConfig(settings, /* doLog= */ false);
      RequestHistograms.make();
      server = new KafkaRaftServer(config, time);
      server.startup();
      time.settle();
    } catch (Exception failed) {
      close();
      Throwable cause = rootCause(failed);
      String text =
          "cannot start Kafka on %s with data in %s: %s"
              .formatted(bootstrapServers(), directory, cause.getMessage());
      boolean isAddress = cause instanceof SocketException;
      throw new StartupProblem(isAddress ? text : text + ". " + remedy(directory), failed);
    }
  }

  /// Returns what to do when the files in the directory of a broker are damaged.
  static String remedy(Path directory) {
    return """
    %s. If Kafka ends again, its files are damaged. Remedy: move %s away and start again. \
    What was only in Kafka is lost, and answers mark it\
    """
        .formatted(ServerEnd.REPAIR_DISK, directory);
  }

  public String bootstrapServers() {
    return KafkaSettings.hostAndPort(advertisedHost, port);
  }

  /// Stops in order, so that the next start need not recover logs. Gives up after 15 seconds.
  @Override
  public void close() {
    if (guard != null) {
      WriteGuard.forget(guard);
    }
    KafkaRaftServer running = server;
    if (running == null) {
      return;
    }
    server = null;
    Thread stopper = Thread.ofPlatform().daemon().name("kafka-stop").start(running::shutdown);
    try {
      if (!stopper.join(STOP_LIMIT)) {
        LOG.warn("Kafka stop timed out, the next start recovers its logs after={}", STOP_LIMIT);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Returns the root cause. The broker wraps failures several times.
  private static Throwable rootCause(Throwable failure) {
    Throwable cause = failure;
    for (Throwable next = failure; next != null; next = next.getCause()) {
      cause = next;
    }
    return cause;
  }

  /// Formats the directory. Writes `meta.properties` last, so an interrupted format is repeated.
  private void format() throws Exception {
    String voter =
        "%d@127.0.0.1:%d:%s"
            .formatted(KafkaSettings.NODE_ID, KafkaSettings.NO_PORT_YET, Uuid.randomUuid());
    new Formatter()
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .setNodeId(KafkaSettings.NODE_ID)
        .setClusterId(Uuid.randomUuid().toString())
        .addDirectory(directory.toString())
        .setMetadataLogDirectory(directory.toString())
        .setControllerListenerName(KafkaSettings.CONTROLLER_LISTENER)
        .setHasDynamicQuorum(true)
        .setInitialControllers(DynamicVoters.parse(voter))
        .run();
  }
}
