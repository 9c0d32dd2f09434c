package goku.cluster.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterOnTest;
import goku.cluster.ServiceRole;
import goku.cluster.TestNode;
import goku.cluster.controller.ControllerService;
import goku.cluster.drain.DrainRegistry;
import goku.cluster.status.StatusReader;
import goku.model.Holes;
import goku.model.ShardId;
import goku.model.Store;
import goku.rpc.Replica;
import goku.rpc.ReplicaMap;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardMapTest {
  private static final ShardId SHARD = new ShardId("ns1", 0);

  @TempDir private Path directory;
  private final Map<String, ShardHealth> health = new ConcurrentHashMap<>();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private ClusterOnTest cluster;
  private ClusterClient client;
  private ShardMapWatch watch;
  private ReplicaMap map;

  @BeforeEach
  void start() {
    cluster = new ClusterOnTest(directory);
    client = new ClusterClient(cluster.config("root", "a"));
    client.start();
    watch = new ShardMapWatch(client, registry, InstantSource.system());
    map = watch.replicas(Store.SHORT_TERM);
  }

  @AfterEach
  void stop() {
    watch.close();
    client.close();
    cluster.close();
  }

  @Test
  void rootsLearnOfStateLagAndDeath() throws InterruptedException {
    controller("c1");
    say("s1", ShardState.SERVING, 100);
    TestNode node = cluster.node(ServiceRole.SHORT, "s1", "a");
    eventually(() -> assertThat(states()).containsExactly("s1 SERVING"));
    assertThat(map.replicasOf(SHARD))
        .extracting(Replica::address, Replica::zone)
        .containsExactly(tuple("s1:4300", "a"));
    say("s1", ShardState.RECOVERING, 100);
    eventually(() -> assertThat(states()).containsExactly("s1 RECOVERING"));
    say("s1", ShardState.SERVING, 6000);
    eventually(() -> assertThat(lag()).isEqualTo(6000));
    eventually(
        () ->
            assertThat(new StatusReader(client, registry, InstantSource.system()).read().lines())
                .contains("controllers  c1 leads")
                .contains("replicas     long ns1: 6 of 6 shards lack a replica: 0, 1, 2, 3, 4, 5")
                .anyMatch(line -> line.startsWith("replicas     short ns1: 5 of 6 shards"))
                .anyMatch(line -> line.matches("s1 +short +a +s1:4300 +unknown +1 +up"))
                .anyMatch(line -> line.matches("short +0 +s1 +a +serving +6.0 s +begin +-")));
    health.remove("s1:4300");
    eventually(() -> assertThat(states()).containsExactly("s1 UNAVAILABLE"));
    eventually(() -> assertThat(lag()).isGreaterThan(6000));
    assertThat(watch.nodes()).extracting(NodeStatus::answers).containsExactly(false);
    node.close();
    eventually(() -> assertThat(watch.nodes()).isEmpty());
    assertThat(states()).as("the last statement stays").containsExactly("s1 UNAVAILABLE");
    eventually(
        () ->
            assertThat(new StatusReader(client, registry, InstantSource.system()).read().lines())
                .anyMatch(line -> line.matches("s1 +short +- +- +unknown +- +absent since \\S+")));
  }

  @Test
  void rootsLearnOfDrainsOfNodesAndZones() {
    controller("c1");
    say("s1", ShardState.SERVING, 100);
    say("s2", ShardState.SERVING, 100);
    cluster.node(ServiceRole.SHORT, "s1", "a");
    cluster.node(ServiceRole.SHORT, "s2", "b");
    eventually(() -> assertThat(states()).containsExactly("s1 SERVING", "s2 SERVING"));
    var drains = DrainRegistry.of(client);
    drains.change(before -> before.with("s1", Instant.EPOCH));
    eventually(() -> assertThat(drained()).containsExactly("s1"));
    drains.change(before -> before.without("s1").with("b", Instant.EPOCH));
    eventually(() -> assertThat(drained()).containsExactly("s2"));
    assertThat(watch.drains().since()).containsOnlyKeys("b");
    drains.change(before -> before.without("b"));
    eventually(() -> assertThat(drained()).isEmpty());
  }

  private List<String> drained() {
    return map.replicasOf(SHARD).stream().filter(Replica::isDrained).map(Replica::node).toList();
  }

  @Test
  void aNewLeaderKeepsTheKnowledgeOfThePreviousOne() {
    ControllerService first = controller("c1");
    eventually(() -> assertThat(first.leads()).isTrue());
    ControllerService second = controller("c2");
    say("s1", ShardState.SERVING, 100);
    cluster.node(ServiceRole.SHORT, "s1", "a");
    eventually(() -> assertThat(states()).containsExactly("s1 SERVING"));
    health.remove("s1:4300");
    eventually(() -> assertThat(states()).containsExactly("s1 UNAVAILABLE"));
    first.close();
    eventually(() -> assertThat(second.leads()).isTrue());
    say("s2", ShardState.SERVING, 100);
    cluster.node(ServiceRole.SHORT, "s2", "b");
    eventually(() -> assertThat(states()).containsExactly("s1 UNAVAILABLE", "s2 SERVING"));
  }

  @Test
  void theMapStaysWithoutZooKeeperAndFollowsAfterItsReturn() {
    controller("c1");
    say("s1", ShardState.SERVING, 100);
    TestNode node = cluster.node(ServiceRole.SHORT, "s1", "a");
    eventually(() -> assertThat(states()).containsExactly("s1 SERVING"));
    cluster.stopZooKeeper();
    eventually(() -> assertThat(client.check().ok()).isFalse());
    say("s1", ShardState.RECOVERING, 100);
    assertThat(states()).containsExactly("s1 SERVING");
    eventually(() -> assertThat(node.check().ok()).isFalse());
    cluster.startZooKeeper();
    eventually(() -> assertThat(states()).containsExactly("s1 RECOVERING"));
    eventually(() -> assertThat(node.check().ok()).isTrue());
  }

  @Test
  void anUnreadableEntryLeavesThePreviousOne() throws Exception {
    var entry =
        new NodeShards(
            new ClusterNode(ServiceRole.SHORT, "s1", "a", "h:1"),
            List.of(new ShardHealth(SHARD, ShardState.SERVING, 0, Holes.NONE)));
    write(MapJson.writeMap(1000, List.of(entry)));
    eventually(() -> assertThat(states()).containsExactly("s1 SERVING"));
    write("{".getBytes(StandardCharsets.UTF_8));
    eventually(
        () ->
            assertThat(registry.counter("goku.cluster.unreadable", "entry", "map").count())
                .isEqualTo(1));
    assertThat(states()).containsExactly("s1 SERVING");
  }

  @Test
  void anAddedNamespaceGetsAnEntry() throws Exception {
    controller("c1");
    eventually(() -> assertThat(hasEntry("ns1")).isTrue());
    assertThat(hasEntry("ns2")).isFalse();
    cluster.addNamespace();
    eventually(() -> assertThat(hasEntry("ns2")).isTrue());
  }

  private boolean hasEntry(String namespace) throws Exception {
    String path = MapPaths.of(Store.LONG_TERM, namespace);
    return client.curator().checkExists().forPath(path) != null;
  }

  private ControllerService controller(String name) {
    return cluster.controller(
        name,
        Duration.ofSeconds(15),
        address ->
            () -> {
              ShardHealth said = health.get(address);
              if (said == null) {
                // hangs, like a stopped process
                new CountDownLatch(1).await();
                throw new IllegalStateException("never reached");
              }
              return List.of(said);
            });
  }

  private void say(String node, ShardState state, long lag) {
    health.put(node + ":4300", new ShardHealth(SHARD, state, lag, Holes.NONE));
  }

  private List<String> states() {
    return map.replicasOf(SHARD).stream()
        .map(replica -> replica.node() + " " + replica.health().state())
        .toList();
  }

  private long lag() {
    return map.replicasOf(SHARD).getFirst().health().lagMillis();
  }

  private void write(byte[] entry) throws Exception {
    client
        .curator()
        .create()
        .orSetData()
        .creatingParentsIfNeeded()
        .forPath(MapPaths.of(Store.SHORT_TERM, "ns1"), entry);
  }

  private static void eventually(ThrowingRunnable assertions) {
    await().untilAsserted(assertions);
  }
}
