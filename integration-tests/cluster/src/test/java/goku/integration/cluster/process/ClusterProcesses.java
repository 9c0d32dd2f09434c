package goku.integration.cluster.process;

import static org.awaitility.Awaitility.await;

import goku.config.NamespacesFile;
import goku.integration.fixture.GokuProcess;
import goku.model.Namespace;
import goku.objectstore.ObjectStore;
import goku.objectstore.ObjectStoreConfig;
import goku.objectstore.S3ObjectStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// All processes of a cluster, by name. Infrastructure starts first, then one service after the
/// other.
public final class ClusterProcesses implements AutoCloseable {
  /// Many JVMs start at once on few cores.
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  /// One JVM, while the others work.
  public static final Duration RESTART_LIMIT = Duration.ofMinutes(10);

  /// An outage that is shorter does not end the session of a node.
  public static final Duration SESSION_TIMEOUT = Duration.ofSeconds(4);

  /// The time after which the others of its zone take the shards of a node of GokuS that is gone; a
  /// broker accepts no shorter one.
  static final Duration GROUP_TIMEOUT = Duration.ofSeconds(6);

  /// The time after the end of its session in which a node may come back to its shards.
  static final Duration PLACEMENT_DELAY = Duration.ofSeconds(3);

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(2);

  private static final String NAMESPACES =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 2h
          memory-ttl: 24h
          disk: {raw-ttl: 10d, shard-groups: 1, shards-per-group: 2}
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 2
          shards-per-group: 2
          metrics: []
      """;

  /// Services in the order of their start. No service can join before a controller leads.
  private static final List<List<String>> SERVICES =
      List.of(
          ClusterLayout.CONTROLLERS,
          ClusterLayout.SHORTS,
          ClusterLayout.LONGS,
          ClusterLayout.INGESTS,
          ClusterLayout.ROOTS,
          ClusterLayout.COMPACTORS);

  private final ClusterLayout layout;
  private final Map<String, NodeProcess> processes = new LinkedHashMap<>();
  private final HttpClient probes = HttpClient.newBuilder().connectTimeout(PROBE_TIMEOUT).build();

  private ClusterProcesses(ClusterLayout layout) {
    this.layout = layout;
  }

  /// Starts everything.
  ///
  /// @param prepare called when the infrastructure serves and before any service starts
  /// @param logs the directory for what the processes print
  public static ClusterProcesses all(
      Path directory, Path logs, Consumer<ClusterProcesses> prepare) {
    var cluster = new ClusterProcesses(ClusterLayout.in(directory, logs));
    try {
      cluster.start(prepare);
      return cluster;
    } catch (IOException e) {
      cluster.close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void start(Consumer<ClusterProcesses> prepare) throws IOException {
    Instant began = Instant.now();
    Files.createDirectories(layout.directory());
    Files.createDirectories(layout.logs());
    for (String process : layout.httpPorts().keySet()) {
      Files.deleteIfExists(layout.log(process)); // of an earlier run
    }
    Files.writeString(layout.namespacesFile(), NAMESPACES);
    Files.createDirectories(layout.serviceAccount());
    Files.writeString(layout.serviceAccount().resolve("namespace"), "monitoring");
    var commands = new CommandLines(layout, Build.current());
    for (String server : ClusterLayout.INFRASTRUCTURE) {
      int port = layout.httpPort(server);
      add(server, commands.infrastructure(server), () -> accepts(port));
    }
    ClusterLayout.INFRASTRUCTURE.forEach(server -> get(server).awaitReady(START_LIMIT));
    try (ObjectStore store = objectStore()) {
      store.createS3BucketIfAbsent(namespace().s3Bucket());
    }
    prepare.accept(this);
    for (List<String> nodes : SERVICES) {
      addAll(nodes);
      nodes.forEach(this::awaitListening);
    }
    processes.values().forEach(process -> process.awaitReady(START_LIMIT));
    System.out.printf(
        "%d processes are ready after %s%n",
        processes.size(), Duration.between(began, Instant.now()));
  }

  /// Starts a node that was not there before, and returns when it is ready.
  public void start(String service) {
    addAll(List.of(service));
    get(service).awaitReady(START_LIMIT);
  }

  /// Waits until a JVM has loaded most of its classes: many at once on few cores would run into
  /// timeouts of their own.
  private void awaitListening(String name) {
    int port = layout.httpPort(name);
    await(name + " to listen")
        .atMost(START_LIMIT)
        .pollInterval(POLL)
        .until(() -> accepts(port) || !get(name).isAlive());
  }

  private void addAll(List<String> services) {
    var commands = new CommandLines(layout, Build.current());
    services.forEach(
        service -> add(service, commands.service(service), () -> answersReady(service)));
  }

  /// Starts processes that have ended, all at once, and returns when they are ready.
  public void restart(List<String> names) {
    names.forEach(name -> get(name).start());
    names.forEach(name -> get(name).awaitReady());
  }

  /// Starts a service that has ended, from this build, and returns when it is ready.
  public void restart(String name, Build build) {
    NodeProcess process = get(name);
    process.replaceCommand(new CommandLines(layout, build).service(name));
    process.restart(RESTART_LIMIT);
  }

  /// Runs `goku cluster` with these arguments and returns the exit code. The variable of services
  /// tells where ZooKeeper is.
  public int command(String... arguments) throws InterruptedException {
    var commands = new CommandLines(layout, Build.current());
    var builder =
        new ProcessBuilder(commands.cluster(List.of(arguments)))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(layout.log("commands").toFile()));
    builder.environment().put("GOKU_CLUSTER_ZOOKEEPER", layout.zookeeper());
    try {
      return builder.start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Ends a process in order, for good.
  public void retire(String name) {
    get(name).terminate();
    processes.remove(name);
  }

  private void add(String name, List<String> command, BooleanSupplier probe) {
    var process = new NodeProcess(name, command, layout.log(name), probe);
    processes.put(name, process);
    process.start();
  }

  public ClusterLayout layout() {
    return layout;
  }

  public NodeProcess get(String name) {
    return Objects.requireNonNull(processes.get(name), name);
  }

  /// The names of those that run of a list.
  public List<String> of(List<String> names) {
    return names.stream().filter(processes::containsKey).toList();
  }

  public Namespace namespace() {
    return NamespacesFile.parse(NAMESPACES, "namespaces of the test").defaultNamespace();
  }

  /// A client of the cluster's S3, to be closed.
  public ObjectStore objectStore() {
    return new S3ObjectStore(
        new ObjectStoreConfig(
            layout.http("s3"), "us-east-1", CommandLines.ACCESS_KEY, CommandLines.SECRET, true),
        new SimpleMeterRegistry());
  }

  /// Waits until each process is ready.
  public void awaitAllReady() {
    processes.values().forEach(NodeProcess::awaitReady);
  }

  private boolean answersReady(String process) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(layout.http(process) + "/readyz"))
            .timeout(PROBE_TIMEOUT)
            .build();
    try {
      return probes.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Returns the directory for reports and logs.
  public static Path target() {
    return GokuProcess.checkout().resolve("integration-tests/cluster/target");
  }

  private static boolean accepts(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /// Kills all, services first, so that none complains that the infrastructure is gone.
  @Override
  public void close() {
    new ArrayList<>(processes.values()).reversed().forEach(NodeProcess::close);
    probes.close();
  }
}
