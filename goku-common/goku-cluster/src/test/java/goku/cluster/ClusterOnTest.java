package goku.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import goku.cluster.controller.ControllerConfig;
import goku.cluster.controller.ControllerService;
import goku.cluster.helix.PlacementConfig;
import goku.cluster.map.SpectatorConfig;
import goku.embedded.EmbeddedZooKeeper;
import goku.rpc.NodeHealth;
import goku.testkit.Gate;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// A ZooKeeper for tests, with controllers and nodes. Sessions end after three seconds.
public final class ClusterOnTest implements AutoCloseable {
  private static final Duration SESSION = Duration.ofSeconds(6);

  /// The session of a node that stays, longer than a stall of the machine.
  private static final Duration STEADY_SESSION = Duration.ofSeconds(30);

  /// The limit of a health poll. Short, because tests wait for the end of a silent poll.
  private static final Duration HEALTH_LIMIT = Duration.ofSeconds(2);

  /// The namespaces at the start: 6 shards in memory and on disk.
  private static final String NAMESPACES =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 2h
          memory-ttl: 24h
          disk: {raw-ttl: 24d, rollups: []}
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 3
          shards-per-group: 2
          metrics: []
      """;

  /// The added namespace: 9 shards in memory and on disk.
  private static final String ADDED =
      """
        - name: ns2
          backfill: 2h
          memory-ttl: 24h
          disk: {raw-ttl: 24d, rollups: []}
          kafka-topic: goku-ns2
          s3: {bucket: goku-ns2}
          shard-groups: 3
          shards-per-group: 3
          metrics: [{prefix: m., since: 1700006400}]
      """;

  private final String chroot;
  private final EmbeddedZooKeeper zookeeper;

  /// The connection to ZooKeeper, which keeps its address over restarts.
  private final Gate gate;

  private final List<ControllerService> controllers = new ArrayList<>();
  private final List<TestNode> nodes = new ArrayList<>();

  public ClusterOnTest(Path directory) {
    this(directory, "");
  }

  /// @param chroot the path in ZooKeeper below which all entries lie
  public ClusterOnTest(Path directory, String chroot) {
    this.chroot = chroot;
    zookeeper = new EmbeddedZooKeeper(directory);
    zookeeper.start();
    gate = new Gate(port());
  }

  public void stopZooKeeper() {
    gate.shut();
    nodes.forEach(TestNode::cutOff);
    zookeeper.close();
  }

  public void startZooKeeper() {
    zookeeper.start();
    gate.reopen(port());
    nodes.forEach(node -> node.reconnect(port()));
  }

  private int port() {
    String servers = zookeeper.connectString();
    return Integer.parseInt(servers.substring(servers.lastIndexOf(':') + 1));
  }

  public ClusterConfig config(String node, String zone) {
    return new ClusterConfig(gate.address() + chroot, zone, node, SESSION);
  }

  /// Starts a controller, which leads if no earlier one does.
  ///
  /// @param delay the time a node may be away before its shards move
  public ControllerService controller(
      String name, Duration delay, Function<String, NodeHealth> health) {
    var config =
        new ControllerConfig(
            config(name, "z1"),
            new PlacementConfig(2, delay),
            new SpectatorConfig(Duration.ofMillis(50), HEALTH_LIMIT));
    var service =
        new ControllerService(
            config,
            Optional.empty(),
            NAMESPACES,
            health,
            new SimpleMeterRegistry(),
            InstantSource.system());
    service.start();
    controllers.add(service);
    return service;
  }

  /// Publishes a second namespace, `ns2`.
  public void addNamespace() {
    publisher().publish(NAMESPACES + ADDED, "namespaces of the test");
  }

  /// Removes the second namespace.
  public void removeNamespace() {
    assertThat(publisher().remove("ns2").namespaces().isRemoved("ns2")).isTrue();
  }

  private NamespacePublisher publisher() {
    var registry = new NamespaceRegistry(controllers.getFirst().cluster());
    // long before the time from which the second namespace has metrics
    return new NamespacePublisher(registry, InstantSource.fixed(Instant.EPOCH));
  }

  public TestNode node(ServiceRole service, String name, String zone) {
    return node(service, name, zone, SESSION);
  }

  /// Starts a node that must not lose its session.
  public TestNode steadyNode(ServiceRole service, String name, String zone) {
    return node(service, name, zone, STEADY_SESSION);
  }

  private TestNode node(ServiceRole service, String name, String zone, Duration session) {
    var own = new Gate(port());
    var config = new ClusterConfig(own.address() + chroot, zone, name, session);
    var node = new TestNode(own, config, service);
    nodes.add(node);
    return node;
  }

  @Override
  public void close() {
    // in parallel: each takes about a second
    try (var closing = Executors.newVirtualThreadPerTaskExecutor()) {
      nodes.forEach(node -> closing.execute(node::close));
      controllers.forEach(controller -> closing.execute(controller::close));
    }
    gate.close();
    zookeeper.close();
  }
}
