package goku.embedded;

import java.io.OutputStream;
import java.io.PrintStream;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.raft.DynamicVoters;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A Kafka broker with its own controller (KRaft combined mode) in this process. The only class
/// that touches broker internals, for which Kafka promises no compatibility.
///
/// The controller listens on another port of the loopback at every start: the quorum is dynamic and
/// has one voter, which elects itself without a network and, as leader, writes its new address into
/// the voter set before anything else. So the port in a fresh directory's voter set is never used.
///
/// [#start] and [#close] belong to one thread; the rest is thread-safe.
public final class EmbeddedKafka implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedKafka.class);

  /// An orderly stop takes below a second; beyond this the logs are left to recovery.
  private static final Duration STOP_LIMIT = Duration.ofSeconds(15);

  private final Path directory;
  private final String bindHost;
  private final String advertisedHost;
  private final int port;
  private @Nullable KafkaRaftServer server;

  /// @param directory exists; holds nothing but this broker's files
  /// @param port 0 for any free one
  public EmbeddedKafka(Path directory, String bindHost, int port) {
    this.directory = directory;
    this.bindHost = bindHost;
    try {
      this.advertisedHost = KafkaSettings.advertisedHost(bindHost);
    } catch (UnknownHostException unknown) {
      throw new StartupProblem("cannot listen on " + bindHost + ": unknown name", unknown);
    }
    this.port = port == 0 ? Ports.anyFree(bindHost) : port;
  }

  /// Returns when clients are served. Throws a [StartupProblem] when the broker cannot start.
  public void start() {
    try {
      if (!Files.exists(directory.resolve("meta.properties"))) {
        format();
      }
      KafkaConfig config =
          new KafkaConfig(
              KafkaSettings.of(directory, bindHost, advertisedHost, port), /* doLog= */ false);
      RequestHistograms.make();
      server = new KafkaRaftServer(config, Time.SYSTEM);
      server.startup();
    } catch (Exception failed) {
      close();
      throw new StartupProblem(
          "Kafka did not start on %s with data in %s: %s"
              .formatted(bootstrapServers(), directory, rootCause(failed).getMessage()),
          failed);
    }
  }

  public String bootstrapServers() {
    return KafkaSettings.hostAndPort(advertisedHost, port);
  }

  /// Stops in order, so that the next start need not recover logs; gives up after 15 seconds.
  @Override
  public void close() {
    KafkaRaftServer running = server;
    if (running == null) {
      return;
    }
    server = null;
    Thread stopper = Thread.ofPlatform().daemon().name("kafka-stop").start(running::shutdown);
    try {
      if (!stopper.join(STOP_LIMIT)) {
        LOG.warn("Kafka did not stop within {}; the next start recovers its logs", STOP_LIMIT);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// The broker wraps what went wrong several times.
  private static Throwable rootCause(Throwable failure) {
    Throwable cause = failure;
    for (Throwable next = failure; next != null; next = next.getCause()) {
      cause = next;
    }
    return cause;
  }

  /// Writes `meta.properties` last, so a format that was interrupted is done again.
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
