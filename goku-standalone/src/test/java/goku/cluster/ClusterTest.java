package goku.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.model.ShardId;
import goku.standalone.embedded.EmbeddedZooKeeper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterTest {
  private static final ShardId SHARD_0 = new ShardId("ns1", 0);
  private static final ShardId SHARD_1 = new ShardId("ns1", 1);
  private static final NodeInfo N1 = new NodeInfo("n1", "z1", "h1:1", List.of(SHARD_0, SHARD_1));
  private static final NodeInfo N2 = new NodeInfo("n2", "z2", "h2:1", List.of(SHARD_0));

  @TempDir private Path directory;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private EmbeddedZooKeeper zookeeper;
  private ClusterClient node;
  private ClusterClient root;

  @BeforeEach
  void start() {
    zookeeper = new EmbeddedZooKeeper(directory);
    zookeeper.start();
    node = connect();
    root = connect();
  }

  @AfterEach
  void stop() {
    node.close();
    root.close();
    zookeeper.close();
  }

  @Test
  void servicesReadAndFollowTheNamespacesPublished() {
    NamespaceRegistry reader = new NamespaceRegistry(root);
    List<String> seen = new CopyOnWriteArrayList<>();
    assertThat(reader.read()).isEmpty();
    try (Watch watch = reader.watch(seen::add)) {
      new NamespaceRegistry(node).publish("first: é");
      await().until(() -> seen.equals(List.of("first: é")));
      new NamespaceRegistry(node).publish("second");
      await().until(() -> seen.equals(List.of("first: é", "second")));
      assertThat(reader.read()).hasValue("second");
      assertThat(watch).isNotNull();
    }
  }

  @Test
  void aWatchStartsWithWhatIsThere() {
    new NamespaceRegistry(node).publish("there");
    List<String> seen = new CopyOnWriteArrayList<>();
    try (Watch watch = new NamespaceRegistry(root).watch(seen::add)) {
      await().until(() -> seen.equals(List.of("there")));
      assertThat(watch).isNotNull();
    }
  }

  @Test
  void refusesNamespacesThatZooKeeperCannotKeep() {
    assertThatThrownBy(() -> new NamespaceRegistry(node).publish("x".repeat(1_000_001)))
        .hasMessageContaining("1000001 bytes are above the limit of 1000000");
    new NamespaceRegistry(node).publish("x".repeat(1_000_000));
  }

  @Test
  void theShardMapFollowsTheNodes() {
    try (NodeDirectory directoryOfRoot = new NodeDirectory(root, "short", registry);
        NodeDirectory directoryOfNode = new NodeDirectory(node, "short", registry);
        Announcement first = directoryOfNode.announce(N1)) {
      List<List<NodeInfo>> seen = new CopyOnWriteArrayList<>();
      directoryOfRoot.watch(seen::add);
      Announcement second = directoryOfNode.announce(N2);
      await()
          .untilAsserted(
              () ->
                  assertThat(directoryOfRoot.shardMap())
                      .containsEntry(SHARD_0, List.of(N1, N2))
                      .containsEntry(SHARD_1, List.of(N1))
                      .hasSize(2));
      second.close();
      first.update(withoutShards(N1));
      await().until(() -> directoryOfRoot.shardMap().isEmpty());
      await().until(() -> seen.getLast().equals(List.of(withoutShards(N1))));
      assertThat(seen).contains(List.of(N1, N2));
    }
  }

  @Test
  void directoriesOfServicesAreApart() {
    try (NodeDirectory shorts = new NodeDirectory(node, "short", registry);
        NodeDirectory longs = new NodeDirectory(node, "long", registry);
        Announcement first = shorts.announce(N1)) {
      await().until(() -> shorts.nodes().equals(List.of(N1)));
      assertThat(longs.nodes()).isEmpty();
      assertThat(first).isNotNull();
    }
  }

  @Test
  void aNodeComesBackWhenItsSessionExpired() throws Exception {
    try (NodeDirectory watched = new NodeDirectory(root, "short", registry);
        NodeDirectory own = new NodeDirectory(node, "short", registry);
        Announcement first = own.announce(N1)) {
      List<List<NodeInfo>> seen = new CopyOnWriteArrayList<>();
      await().until(() -> watched.nodes().equals(List.of(N1)));
      watched.watch(seen::add);
      expireSessionOf(node);
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () -> assertThat(seen).containsSubsequence(List.of(List.of(), List.of(N1))));
      first.update(withoutShards(N1));
      await().until(() -> watched.nodes().equals(List.of(withoutShards(N1))));
    }
  }

  @Test
  void aRestartedNodeTakesOverTheEntryOfItsDeadSession() throws Exception {
    ClusterClient dead = connect();
    try (NodeDirectory watched = new NodeDirectory(root, "short", registry);
        NodeDirectory own = new NodeDirectory(node, "short", registry)) {
      dead.curator()
          .create()
          .creatingParentsIfNeeded()
          .withMode(CreateMode.EPHEMERAL)
          .forPath("/goku/nodes/short/n1", NodeJson.write(N1));
      try (Announcement restarted = own.announce(withoutShards(N1))) {
        await().until(() -> watched.nodes().equals(List.of(withoutShards(N1))));
        dead.close();
        await()
            .untilAsserted(
                () -> assertThat(owner("/goku/nodes/short/n1")).isEqualTo(session(node)));
        await().until(() -> watched.nodes().equals(List.of(withoutShards(N1))));
        assertThat(restarted).isNotNull();
      }
    }
  }

  @Test
  void anEntryThatCannotBeReadIsLeftOutAndCounted() throws Exception {
    try (NodeDirectory watched = new NodeDirectory(root, "short", registry)) {
      node.curator()
          .create()
          .creatingParentsIfNeeded()
          .forPath("/goku/nodes/short/bad", "{".getBytes(StandardCharsets.UTF_8));
      await()
          .until(
              () ->
                  registry.counter("goku.cluster.unreadable.nodes", "service", "short").count()
                      == 1);
      assertThat(watched.nodes()).isEmpty();
    }
  }

  @Test
  void checkSaysWhetherZooKeeperIsThere() {
    assertThat(node.check().ok()).isTrue();
    String servers = zookeeper.connectString();
    zookeeper.close();
    await()
        .untilAsserted(
            () -> {
              assertThat(node.check().ok()).isFalse();
              assertThat(node.check().reason()).isEqualTo("no connection to " + servers);
            });
  }

  private ClusterClient connect() {
    ClusterClient client =
        new ClusterClient(new ClusterConfig(zookeeper.connectString(), "z1", "n1"));
    client.start();
    return client;
  }

  private static NodeInfo withoutShards(NodeInfo node) {
    return new NodeInfo(node.name(), node.zone(), node.address(), List.of());
  }

  private static void expireSessionOf(ClusterClient client) throws Exception {
    client.curator().getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();
  }

  private static long session(ClusterClient client) throws Exception {
    return client.curator().getZookeeperClient().getZooKeeper().getSessionId();
  }

  private long owner(String path) throws Exception {
    var stat = root.curator().checkExists().forPath(path);
    return stat == null ? 0 : stat.getEphemeralOwner();
  }
}
