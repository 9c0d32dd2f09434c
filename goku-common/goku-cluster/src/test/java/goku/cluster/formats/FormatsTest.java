package goku.cluster.formats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterConfig;
import goku.cluster.controller.ControllerConfig;
import goku.cluster.controller.ControllerService;
import goku.cluster.helix.PlacementConfig;
import goku.cluster.map.SpectatorConfig;
import goku.embedded.EmbeddedZooKeeper;
import goku.model.FormatLevel;
import goku.service.BuildVersion;
import goku.service.ClusterException;
import goku.testkit.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nodes whose builds know made-up levels, over a real ZooKeeper.
class FormatsTest {
  private static final Instant NOW = Instant.parse("2026-11-23T00:00:00Z");

  @TempDir private Path directory;
  private final ManualClock clock = new ManualClock(NOW);
  private final List<AutoCloseable> opened = new ArrayList<>();
  private EmbeddedZooKeeper zookeeper;
  private ClusterClient cluster;
  private FormatRegistry registry;

  /// A process of a build.
  private record Node(ClusterClient cluster, FormatFollower formats, SimpleMeterRegistry meters)
      implements AutoCloseable {
    @Override
    public void close() {
      formats.close();
      cluster.close();
    }
  }

  @BeforeEach
  void start() {
    zookeeper = new EmbeddedZooKeeper(directory);
    zookeeper.start();
    cluster = connect("test");
    registry = new FormatRegistry(cluster);
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable one : opened.reversed()) {
      one.close();
    }
    cluster.close();
    zookeeper.close();
  }

  @Test
  void aFreshDeploymentBeginsWithTheNewestLevelOfItsFirstNode() {
    Node node = node("short", "a", 3);
    assertThat(node.formats().level()).isEqualTo(3);
    assertThat(node.meters().get("goku.formats.level").gauge().value()).isEqualTo(3);
    assertThat(registry.read())
        .hasValueSatisfying(
            formats -> {
              assertThat(formats.inForce()).isEqualTo(new LevelInForce(3, NOW, "creation"));
              assertThat(formats.nodes())
                  .containsExactly(
                      new FormatNode("short-a", 3, NOW, BuildVersion.CURRENT.toString()));
            });
  }

  @Test
  void anotherBuildWithTheSameFormatsReplacesOnlyTheVersion() {
    registry.join(new FormatNode("root-a", 1, NOW));
    registry.join(new FormatNode("root-a", 1, NOW.plusSeconds(1), "1.1"));
    assertThat(registry.read().orElseThrow().nodes())
        .containsExactly(new FormatNode("root-a", 1, NOW, "1.1"));
    registry.join(new FormatNode("root-a", 2, NOW.plusSeconds(2), "1.2"));
    assertThat(registry.read().orElseThrow().nodes())
        .containsExactly(new FormatNode("root-a", 2, NOW.plusSeconds(2), "1.2"));
  }

  @Test
  void aDeploymentOfBuildsWithoutLevelsBeginsWithTheFirstLevel() throws Exception {
    cluster.curator().create().creatingParentsIfNeeded().forPath("/goku-long/INSTANCES/old");
    Node node = node("long", "new", 2);
    assertThat(node.formats().level()).isEqualTo(FormatLevel.FIRST);
    clock.advance(Duration.ofDays(300));
    assertThat(registry.raiseIfDue(clock.instant()).orElseThrow().level()).isEqualTo(1);
    assertThat(registry.raise(clock.instant()).orElseThrow().level()).isEqualTo(1);
    assertThat(registry.read().orElseThrow().decision().holding())
        .containsExactly(new FormatNode("long-old", 1, Instant.EPOCH));
  }

  @Test
  void aNodeWritesTheOldLevelUntilEveryKnownNodeReadsTheNewOne() {
    Node first = node("short", "a", 2);
    Node second = node("short", "b", 2);

    // half of the cluster is upgraded, and the level stays, also by hand
    stop(second);
    second = node("short", "b", 3);
    assertThat(second.formats().level()).isEqualTo(2);
    assertThat(registry.raise(clock.instant()).orElseThrow().level()).isEqualTo(2);

    // until the raise, a rollback works in both directions
    stop(second);
    second = node("short", "b", 2);
    assertThat(second.formats().level()).isEqualTo(2);
    stop(second);
    second = node("short", "b", 3);
    stop(first);
    first = node("short", "a", 3);
    assertThat(first.formats().level()).isEqualTo(2);
    assertThat(second.formats().level()).isEqualTo(2);

    assertThat(registry.raise(clock.instant()))
        .hasValue(new LevelInForce(3, clock.instant(), "hand"));
    awaitLevel(first, 3);
    awaitLevel(second, 3);

    // afterwards the older build refuses to start
    stop(second);
    assertThatThrownBy(() -> node("short", "b", 2))
        .isInstanceOf(ClusterException.class)
        .hasMessage(
            "cannot start short-b: format level=3 is in force in this cluster, and this build reads"
                + " up to level 2; start a newer build, `goku cluster formats` lists what the nodes"
                + " read");
  }

  @Test
  void theLevelRisesADayAfterTheLastNodeWasUpgraded() {
    Node first = node("short", "a", 2);
    Node last = node("short", "b", 2);
    clock.advance(Duration.ofDays(30));
    stop(first);
    node("short", "a", 3);
    clock.advance(Duration.ofDays(30));
    stop(last);
    last = node("short", "b", 3);
    clock.advance(Duration.ofHours(12));
    // a restart of the same build does not count as an upgrade
    stop(last);
    last = node("short", "b", 3);
    clock.advance(Duration.ofHours(12).minusMillis(1));
    assertThat(registry.raiseIfDue(clock.instant()).orElseThrow().level()).isEqualTo(2);
    clock.advance(Duration.ofMillis(1));
    assertThat(registry.raiseIfDue(clock.instant()))
        .hasValue(new LevelInForce(3, clock.instant(), "time"));
    awaitLevel(last, 3);
  }

  @Test
  void theLeadingControllerRaisesTheLevel() throws Exception {
    cluster.curator().create().creatingParentsIfNeeded().forPath("/goku/nodes");
    Node node = node("long", "a", FormatLevel.NEWEST);
    var controller =
        new ControllerService(
            new ControllerConfig(
                new ClusterConfig(zookeeper.connectString(), "z1", "c1"),
                new PlacementConfig(2, Duration.ofSeconds(15)),
                new SpectatorConfig(Duration.ofMillis(500), Duration.ofSeconds(1))),
            Optional.empty(),
            """
            namespaces:
              - name: ns1
                default: true
                backfill: 2h
                memory-ttl: 24h
                kafka-topic: t1
                s3: {bucket: bucket-1}
                shard-groups: 1
                shards-per-group: 1
            """,
            address -> {
              throw new IllegalStateException("there is no node at " + address);
            },
            new SimpleMeterRegistry(),
            clock);
    opened.add(controller);
    controller.start();
    assertThat(node.formats().level()).isEqualTo(1);
    clock.advance(Duration.ofDays(1));
    awaitLevel(node, FormatLevel.NEWEST);
    assertThat(registry.level().orElseThrow().raisedBy()).isEqualTo("time");
  }

  @Test
  void aStoppedNodeHoldsTheLevelUntilItIsRemoved() {
    Node gone = node("compactor", "gone", 2);
    node("compactor", "a", 3);
    stop(gone);
    assertThat(registry.raise(clock.instant()).orElseThrow().level()).isEqualTo(2);
    assertThat(NodeRemoval.remove(cluster, "compactor-other")).isFalse();
    assertThat(NodeRemoval.remove(cluster, "compactor-gone")).isTrue();
    assertThat(registry.raise(clock.instant()).orElseThrow().level()).isEqualTo(3);
  }

  @Test
  void aNodeThatRunsCannotBeRemoved() throws Exception {
    cluster
        .curator()
        .create()
        .creatingParentsIfNeeded()
        .forPath("/goku/followers/short-a-0000000001");
    node("short", "a", 2);
    assertThatThrownBy(() -> NodeRemoval.remove(cluster, "short-a"))
        .hasMessage("cannot remove node=short-a: it runs; stop it first");
  }

  @Test
  void aProcessWithoutDataLeavesWhenItStopsInOrder() {
    Node root = node("root", "pod-x7f", 2);
    node("long", "a", 3);
    assertThat(names()).containsExactly("long-a", "root-pod-x7f");
    stop(root);
    assertThat(names()).containsExactly("long-a");
  }

  @Test
  void aRunningNodeWhoseEntryIsLostRegistersAgain() {
    node("short", "a", 2);
    assertThat(registry.leave("short-b")).isFalse();
    assertThat(registry.leave("short-a")).isTrue();
    await().until(() -> names().equals(List.of("short-a")));
  }

  @Test
  void aRunningNodeThatTheLevelHasPassedIsNotReady() throws Exception {
    Node node = node("short", "a", 2);
    assertThat(node.formats().check().ok()).isTrue();
    byte[] forced = FormatJson.write(new LevelInForce(3, NOW, "hand"));
    cluster.curator().setData().forPath("/goku/formats", forced);
    await().until(() -> !node.formats().check().ok());
    assertThat(node.formats().level()).isEqualTo(2);
    assertThat(node.formats().check().reason())
        .isEqualTo(
            "format level=3 is in force, and this build reads up to level 2; start a newer build");
  }

  @Test
  void theLastKnownLevelStaysWhileZooKeeperIsAway() {
    Node node = node("short", "a", 2);
    zookeeper.close();
    await().until(() -> !node.cluster().check().ok());
    assertThat(node.formats().level()).isEqualTo(2);
    assertThat(node.formats().check().ok()).isTrue();
  }

  @Test
  void anUnreadableEntryHoldsTheLevelUntilItsNodeStartsAgain() throws Exception {
    Node first = node("short", "a", 2);
    stop(node("short", "b", 2));
    stop(first);
    node("short", "a", 3);
    cluster.curator().setData().forPath("/goku/formats/nodes/short-b", "{".getBytes(UTF_8));
    assertThatThrownBy(() -> registry.raise(clock.instant()))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("cannot raise format level at /goku/formats");
    node("short", "b", 3);
    assertThat(registry.raise(clock.instant()).orElseThrow().level()).isEqualTo(3);
  }

  /// The order of the two transactions decides; both orders are allowed.
  @Test
  void theLevelNeverRisesPastANodeThatJoinsAtTheSameTime() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 50; round++) {
        if (round > 0) {
          cluster.curator().delete().deletingChildrenIfNeeded().forPath("/goku/formats");
        }
        registry.join(new FormatNode("short-a", 2, NOW));
        registry.join(new FormatNode("short-a", 3, NOW));
        Future<LevelInForce> joined =
            threads.submit(() -> registry.join(new FormatNode("short-b", 2, NOW)));
        Future<?> raised = threads.submit(() -> registry.raise(NOW));
        raised.get();
        boolean refused = false;
        try {
          joined.get();
        } catch (ExecutionException expected) {
          refused = expected.getCause() instanceof ClusterException;
        }
        assertThat(registry.level().orElseThrow().level()).isEqualTo(refused ? 3 : 2);
      }
    }
  }

  @Test
  void nodesThatJoinAtTheSameTimeAreAllKnown() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<LevelInForce>> joins = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        String name = "long-" + i;
        joins.add(threads.submit(() -> registry.join(new FormatNode(name, 2, NOW))));
      }
      for (Future<LevelInForce> join : joins) {
        assertThat(join.get().level()).isEqualTo(2);
      }
    }
    assertThat(names()).hasSize(40);
  }

  private void stop(Node node) {
    opened.remove(node);
    node.close();
  }

  private List<String> names() {
    return registry.read().orElseThrow().nodes().stream().map(FormatNode::name).toList();
  }

  private static void awaitLevel(Node node, int level) {
    await().until(() -> node.formats().level() == level);
  }

  private Node node(String role, String name, int newest) {
    ClusterClient client = connect(name);
    var meters = new SimpleMeterRegistry();
    var node = new Node(client, new FormatFollower(client, role, newest, meters, clock), meters);
    opened.add(node);
    node.formats().start();
    return node;
  }

  private ClusterClient connect(String name) {
    var client = new ClusterClient(new ClusterConfig(zookeeper.connectString(), "z1", name));
    client.start();
    return client;
  }
}
