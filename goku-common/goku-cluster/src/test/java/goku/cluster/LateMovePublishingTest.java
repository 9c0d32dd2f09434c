package goku.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.cluster.controller.ControllerConfig;
import goku.cluster.controller.ControllerService;
import goku.cluster.formats.FormatFollower;
import goku.cluster.formats.NodeRemoval;
import goku.cluster.helix.PlacementConfig;
import goku.cluster.map.SpectatorConfig;
import goku.cluster.session.SessionWatch;
import goku.embedded.EmbeddedZooKeeper;
import goku.model.FormatLevel;
import goku.model.LateMove;
import goku.model.Namespace;
import goku.model.TimeRange;
import goku.namespace.FollowedNamespaces;
import goku.namespace.NamespacesText;
import goku.service.ClusterException;
import goku.service.Parts;
import goku.testkit.Gate;
import goku.testkit.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Moves of metrics that an ingestor learns late, because it is cut off from ZooKeeper. Roots query
/// the old namespace too, until the ingestor knows the move or is removed.
class LateMovePublishingTest {
  private static final long HOUR = 3_600_000;
  private static final long SINCE = 2_000_010_000;

  /// The session of processes that stay, longer than a stall of the machine.
  private static final Duration SESSION = Duration.ofSeconds(30);

  private static final String ONE = "namespaces:\n" + entry(1, "") + "    default: true\n";
  private static final String TWO = ONE + entry(2, "{prefix: a., since: 2000010}");
  private static final LateMove OPEN =
      new LateMove("a.", "ns1", SINCE + 4 * HOUR, Long.MAX_VALUE, false);

  @TempDir private Path directory;
  private final Parts parts = new Parts();
  private final ManualClock clock = new ManualClock(Instant.ofEpochMilli(SINCE - 10_000));
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private EmbeddedZooKeeper zooKeeper;
  private ClusterClient cluster;
  private NamespaceRegistry registry;
  private NamespacePublisher publisher;
  private LateMoveRegistry moves;

  @BeforeEach
  void start() {
    zooKeeper = parts.opened(new EmbeddedZooKeeper(directory.resolve("zookeeper")));
    zooKeeper.start();
    cluster = connect(zooKeeper.connectString(), "publisher");
    registry = new NamespaceRegistry(cluster);
    publisher = new NamespacePublisher(registry, clock);
    publisher.publish(ONE, "n.yaml");
    moves = new LateMoveRegistry(cluster);
  }

  @AfterEach
  void stop() {
    parts.close();
  }

  @Test
  void theOldNamespaceIsQueriedUntilTheIngestorThatWasCutOffHasTheVersion() throws Exception {
    startController();
    LateMoveFollower root = startRoot();
    Gate gate = gate();
    var session = startIngestor(gate, "a");
    gate.shut();
    await().until(() -> session.check().reason().contains("session lost"));
    publisher.publish(TWO, "n.yaml");
    clock.advance(Duration.ofHours(5));
    await().until(() -> unconfirmed() == 1);
    await().until(() -> queried(root, 5 * HOUR).equals(List.of("ns1", "ns2")));
    assertThat(KnownIngestors.lacking(cluster, NamespacesText.version(TWO)))
        .containsExactly("ingest-a");
    gate.reopen();
    await().until(() -> queried(root, 8 * HOUR).equals(List.of("ns2")));
    assertThat(queried(root, 5 * HOUR)).containsExactly("ns1", "ns2");
    await().until(() -> unconfirmed() == 0);
    await().until(() -> session.check().reason().isEmpty());
  }

  @Test
  void aMoveThatAllIngestorsConfirmInTimeLeavesNoTrace() throws Exception {
    Gate gate = gate();
    startIngestor(gate, "a");
    publisher.publish(TWO, "n.yaml");
    assertThat(moves.read().moves()).containsExactly(OPEN);
    startController();
    await().until(() -> moves.read().moves().isEmpty());
  }

  @Test
  void anIngestorThatIsRemovedConfirmsNothing() throws Exception {
    startController();
    Gate gate = gate();
    startIngestor(gate, "a");
    gate.shut();
    await().until(() -> Followers.names(cluster).isEmpty());
    publisher.publish(TWO, "n.yaml");
    clock.advance(Duration.ofHours(5));
    await().until(() -> unconfirmed() == 1);
    assertThat(NodeRemoval.remove(cluster, "ingest-a")).isTrue();
    await().until(() -> unconfirmed() == 0);
    assertThat(moves.read().moves()).allMatch(LateMove::isConfirmed).hasSize(1);
    gate.reopen();
  }

  @Test
  void withoutIngestorsAMoveHasNothingToConfirm() {
    publisher.publish(TWO, "n.yaml");
    assertThat(moves.read().moves()).isEmpty();
  }

  @Test
  void anIngestorThatJoinsDuringAPublicationIsWaitedFor() throws Exception {
    join(cluster, "root");
    var seen = registry.published();
    var before = moves.adding(List.of(OPEN));
    assertThat(before).hasSize(1);
    join(connect(zooKeeper.connectString(), "a"), "ingest");
    assertThatThrownBy(() -> cluster.curator().transaction().forOperations(before))
        .hasMessageContaining("BadVersion");
    assertThat(registry.replace(seen, TWO, List.of(OPEN))).isTrue();
    assertThat(moves.read().moves()).containsExactly(OPEN);
  }

  @Test
  void manyMovesAreMergedAndTooManyNamespacesAreRefused() throws Exception {
    join(cluster, "ingest");
    List<LateMove> many =
        IntStream.range(0, 10_000).mapToObj(i -> move("ads." + i, "ns" + i % 2)).toList();
    assertThat(registry.replace(registry.published(), TWO, many)).isTrue();
    assertThat(moves.read().moves()).containsExactly(move("ads.", "ns0"), move("ads.", "ns1"));
    List<LateMove> scattered =
        IntStream.range(0, 1_000).mapToObj(i -> move("ads." + i, "ns" + i)).toList();
    assertThatThrownBy(() -> registry.replace(registry.published(), ONE, scattered))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("the limit is 24000");
  }

  private static LateMove move(String prefix, String namespace) {
    return new LateMove(prefix, namespace, 1, Long.MAX_VALUE, false);
  }

  private double unconfirmed() {
    return meters.get("goku.cluster.moves.unconfirmed").gauge().value();
  }

  /// Returns the namespaces of a metric that moved, from a time after the move.
  private static List<String> queried(LateMoveFollower root, long afterMove) {
    var range = new TimeRange(SINCE + afterMove, SINCE + 100 * HOUR);
    return root.queried().current().of("a.x", range).stream().map(Namespace::name).toList();
  }

  private LateMoveFollower startRoot() {
    var client = connect(zooKeeper.connectString(), "root");
    var followed = follow(client);
    return parts.opened(new LateMoveFollower(client, followed.live(), new SimpleMeterRegistry()));
  }

  private SessionWatch startIngestor(Gate gate, String name) {
    var client = connect(gate.address(), name, Duration.ofSeconds(2)); // it is cut off
    var session = new SessionWatch(client, new SimpleMeterRegistry());
    join(client, "ingest");
    parts.opened(Followers.tell(client, "ingest-" + name, follow(client)));
    await().until(() -> Followers.names(cluster).contains("ingest-" + name));
    return session;
  }

  private void join(ClusterClient client, String role) {
    parts
        .opened(
            new FormatFollower(client, role, FormatLevel.NEWEST, new SimpleMeterRegistry(), clock))
        .start();
  }

  private FollowedNamespaces follow(ClusterClient client) {
    var followed =
        FollowedNamespaces.of(
            NamespacesText.of(ONE, "first"), "first", new SimpleMeterRegistry(), clock);
    parts.opened(new NamespaceRegistry(client).watch(yaml -> followed.offer(yaml, "ZooKeeper")));
    return followed;
  }

  private void startController() {
    var config =
        new ControllerConfig(
            new ClusterConfig(zooKeeper.connectString(), "z1", "c1", SESSION),
            new PlacementConfig(2, Duration.ofSeconds(15)),
            new SpectatorConfig(Duration.ofMillis(500), Duration.ofSeconds(1)));
    parts.started(
        new ControllerService(
            config,
            Optional.empty(),
            ONE,
            address -> {
              throw new IllegalStateException("there is no node at " + address);
            },
            meters,
            clock));
  }

  private Gate gate() {
    String servers = zooKeeper.connectString();
    return parts.opened(
        new Gate(Integer.parseInt(servers.substring(servers.lastIndexOf(':') + 1))));
  }

  private ClusterClient connect(String servers, String name) {
    return connect(servers, name, SESSION);
  }

  private ClusterClient connect(String servers, String name, Duration session) {
    var client = parts.opened(new ClusterClient(new ClusterConfig(servers, "z1", name, session)));
    client.start();
    return client;
  }

  private static String entry(int number, String claim) {
    return """
      - name: ns%1$d
        backfill: 2h
        memory-ttl: 24h
        kafka-topic: t%1$d
        s3: {bucket: bucket-%1$d}
        shard-groups: 1
        shards-per-group: 1
        metrics: [%2$s]
    """
        .formatted(number, claim);
  }
}
