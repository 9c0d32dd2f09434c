package goku.integration.lag;

import static org.awaitility.Awaitility.await;

import goku.embedded.EmbeddedKafka;
import goku.embedded.EmbeddedS3;
import goku.embedded.EmbeddedZooKeeper;
import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.ServiceRun;
import goku.service.Parts;
import goku.testkit.HangLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/// A cluster with one process of each service that takes part in queries of the last day. Kafka,
/// ZooKeeper and S3 are in the process of the test. Owned by one thread.
final class SmallCluster implements AutoCloseable {
  private final Parts parts = new Parts();
  private final Path directory;
  private final EmbeddedKafka kafka;
  private final EmbeddedZooKeeper zooKeeper;
  private final EmbeddedS3 s3;
  private final GokuHttp controller;
  private final GokuHttp root;

  /// Returns when the root is ready.
  SmallCluster(Path directory) throws IOException {
    this.directory = directory;
    kafka = parts.opened(new EmbeddedKafka(place("kafka"), "127.0.0.1", 0));
    zooKeeper = parts.opened(new EmbeddedZooKeeper(place("zookeeper")));
    s3 = parts.opened(new EmbeddedS3(place("s3")));
    kafka.start();
    zooKeeper.start();
    s3.start();
    controller = start("controller", "--kafka.bootstrap-servers=" + kafka.bootstrapServers());
    // a service ends if there is no controller within a minute
    await("the controller to be ready").atMost(HangLimits.PROCESS).until(() -> isReady(controller));
    start(
        "short",
        "--rpc.bind=127.0.0.1",
        "--rpc.advertise=127.0.0.1",
        "--rpc.port=" + GokuProcess.freePort(),
        "--short.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
        "--short.memory-budget=64MiB",
        "--short.directory=" + place("short"),
        "--short.s3.endpoint=" + s3.endpoint(),
        "--short.s3.access-key=" + s3.accessKey(),
        "--short.s3.secret-key=" + s3.secretKey());
    root =
        start(
            "root",
            "--admin.port=" + GokuProcess.freePort(),
            "--kafka.bootstrap-servers=" + kafka.bootstrapServers());
  }

  private Path place(String name) throws IOException {
    return Files.createDirectories(directory.resolve(name));
  }

  private GokuHttp start(String service, String... flags) {
    int port = GokuProcess.freePort();
    List<String> all = new ArrayList<>(List.of(flags));
    all.add("--http.bind=127.0.0.1");
    all.add("--http.port=" + port);
    all.add("--cluster.zookeeper=" + zooKeeper.connectString());
    all.add("--cluster.node-name=" + service);
    parts.opened(ServiceRun.start(service, all));
    return new GokuHttp("http://127.0.0.1:" + port);
  }

  /// Starts an ingestor without waiting for it.
  ServiceRun startIngestor() {
    return startIngestor(zooKeeper(), GokuProcess.freePort());
  }

  /// Starts an ingestor without waiting for it.
  ///
  /// @param address the address of ZooKeeper for the ingestor
  ServiceRun startIngestor(String address, int port) {
    return ServiceRun.start(
        "ingest",
        List.of(
            "--http.bind=127.0.0.1",
            "--http.port=" + port,
            "--admin.port=" + GokuProcess.freePort(),
            "--cluster.node-name=ingestor",
            "--cluster.zookeeper=" + address,
            "--ingest.kafka.bootstrap-servers=" + kafka.bootstrapServers()));
  }

  /// Writes lines to the input topic. Returns when Kafka has acknowledged them.
  void send(String lines) throws Exception {
    Map<String, Object> config =
        Map.of("bootstrap.servers", kafka.bootstrapServers(), "acks", "all");
    var text = new StringSerializer();
    try (var producer = new KafkaProducer<>(config, text, text)) {
      producer.send(new ProducerRecord<>("metrics", lines)).get();
    }
  }

  GokuHttp root() {
    return root;
  }

  GokuHttp controller() {
    return controller;
  }

  void awaitReady() {
    await("the root to be ready").atMost(HangLimits.PROCESS).until(() -> isReady(root));
  }

  private static boolean isReady(GokuHttp service) {
    try {
      return service.get("/readyz").statusCode() == 200;
    } catch (UncheckedIOException starting) {
      return false;
    }
  }

  /// Returns the address of ZooKeeper.
  String zooKeeper() {
    return zooKeeper.connectString();
  }

  /// Returns the output of `goku cluster status`.
  String status() throws Exception {
    return run("cluster", "status");
  }

  /// Returns the output of a command of `goku` that takes the address of ZooKeeper.
  String run(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(GokuProcess.checkout().resolve("goku").toString());
    command.addAll(List.of(arguments));
    command.add("--zookeeper=" + zooKeeper());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var out = process.inputReader()) {
      return String.join("\n", out.lines().toList());
    }
  }

  @Override
  public void close() {
    parts.close();
  }
}
