package goku.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.cluster.controller.ControllerConfig;
import goku.cluster.controller.ControllerService;
import goku.cluster.helix.PlacementConfig;
import goku.cluster.map.SpectatorConfig;
import goku.config.ConfigProblems;
import goku.embedded.EmbeddedZooKeeper;
import goku.namespace.FollowedNamespaces;
import goku.namespace.NamespacesText;
import goku.service.ClusterException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A test of the distribution of the namespaces file to all processes.
class NamespacePublishingTest {
  private static final InstantSource CLOCK = () -> Instant.ofEpochSecond(2_000_000);

  private static final String ONE = "namespaces:\n" + entry(1) + "    default: true\n";
  private static final String TWO = ONE + entry(2);

  @TempDir private Path directory;
  private EmbeddedZooKeeper zookeeper;
  private ClusterClient cluster;
  private ClusterClient other;
  private NamespaceRegistry registry;
  private NamespacePublisher publisher;

  @BeforeEach
  void start() {
    zookeeper = new EmbeddedZooKeeper(directory.resolve("zookeeper"));
    zookeeper.start();
    cluster = connect("c1");
    other = connect("c2");
    registry = new NamespaceRegistry(cluster);
    publisher = new NamespacePublisher(registry, CLOCK);
  }

  @AfterEach
  void stop() {
    cluster.close();
    other.close();
    zookeeper.close();
  }

  @Test
  void theFirstNamespacesMayBeAnyAndLaterOnesMustFollow() {
    String claimed = ONE + "    metrics: [{prefix: a., since: 1000}]\n";
    assertThat(publisher.publish(claimed, "n.yaml")).isTrue();
    assertThat(publisher.publish(claimed, "n.yaml")).isFalse();
    assertThatThrownBy(() -> publisher.publish(TWO.replace("t1", "t9"), "n.yaml"))
        .isInstanceOf(ConfigProblems.class)
        .hasMessageContaining("n.yaml: namespace ns1: kafka-topic = t9: is t1 and cannot change");
    assertThatThrownBy(() -> publisher.publish("namespaces: []", "n.yaml"))
        .hasMessageContaining("n.yaml:1: namespaces: must be a list");
    assertThat(registry.read()).hasValue(claimed);
  }

  @Test
  void aPrefixMovesTenSecondsAheadAtLeast() {
    publisher.publish(ONE, "n.yaml");
    String moved = TWO + "    metrics: [{prefix: a., since: %d}]\n";
    assertThatThrownBy(() -> publisher.publish(moved.formatted(2_000_009), "n.yaml"))
        .hasMessageContaining("metrics = a.: datapoints since")
        .hasMessageContaining("are in namespace ns1");
    assertThat(registry.read()).hasValue(ONE);
    assertThat(publisher.publish(moved.formatted(2_000_010), "n.yaml")).isTrue();
  }

  @Test
  void aChangedFileIsPublishedAndFollowedWithinSeconds() throws Exception {
    Path file = file("n.yaml", ONE);
    var followed = followed(ONE);
    var follower = followed(ONE);
    try (var leader = new FilePublisher(cluster, Optional.of(file), ONE, followed, CLOCK);
        EntryWatch watch =
            new NamespaceRegistry(other).watch(yaml -> follower.offer(yaml, "ZooKeeper"));
        AutoCloseable told = Followers.tell(other, "root-c2", follower)) {
      leader.lead();
      Files.writeString(file, TWO);
      await().until(() -> has(followed, TWO) && has(follower, TWO));
      await()
          .until(
              () ->
                  Followers.all(cluster)
                      .contains(
                          new Followers.Follower("root-c2", NamespacesText.version(TWO), "")));
      Files.writeString(file, ONE);
      await().until(() -> followed.state().refused().isPresent());
      assertThat(registry.read()).hasValue(TWO);
      assertThat(has(follower, TWO)).isTrue();
      assertThat(watch).isNotNull();
      assertThat(told).isNotNull();
    }
    await().until(() -> Followers.all(cluster).isEmpty());
  }

  @Test
  void aNamespaceIsRemovedByNameOnly() {
    publisher.publish(TWO, "n.yaml");
    String removed = TWO.replace("name: ns2", "removed: true\n    name: ns2");
    assertThatThrownBy(() -> publisher.publish(removed, "n.yaml"))
        .hasMessageContaining("namespace ns2: removed = true: is in force: run `goku namespaces");
    assertThat(publisher.remove("ns2").yaml()).isEqualTo(removed);
    assertThat(publisher.remove("ns2").yaml()).isEqualTo(removed);
    assertThat(registry.read()).hasValue(removed);
    assertThat(publisher.publish(removed.replace("24h", "23h"), "n.yaml")).isTrue();
    assertThatThrownBy(() -> publisher.publish(TWO, "n.yaml"))
        .hasMessageContaining("namespace ns2: was removed");
  }

  @Test
  void theDefaultNamespaceAndUnknownOnesAreNotRemoved() {
    assertThatThrownBy(() -> publisher.remove("ns1"))
        .isInstanceOf(ClusterException.class)
        .hasMessage("no namespaces are published yet");
    publisher.publish(TWO, "n.yaml");
    assertThatThrownBy(() -> publisher.remove("ns1"))
        .isInstanceOf(ConfigProblems.class)
        .hasMessageContaining("removed = true: the default cannot be removed");
    assertThatThrownBy(() -> publisher.remove("ns3")).hasMessage("there is no namespace ns3");
    assertThat(registry.read()).hasValue(TWO);
  }

  @Test
  void aNewLeaderDoesNotPublishAnOldFile() throws IOException {
    Path old = file("old.yaml", ONE);
    publisher.publish(ONE, "old.yaml");
    publisher.publish(TWO, "by hand");
    var followed = followed(ONE);
    try (var leader = new FilePublisher(cluster, Optional.of(old), ONE, followed, CLOCK)) {
      leader.lead();
      assertThat(registry.read()).hasValue(TWO);
      assertThat(has(followed, TWO)).isTrue();
      assertThat(followed.state().refused().orElseThrow().problems())
          .singleElement()
          .asString()
          .contains("old.yaml: was in force before the current namespaces");
    }
  }

  @Test
  void aNewLeaderPublishesANewFile() throws IOException {
    publisher.publish(ONE, "by hand");
    var followed = followed(TWO);
    try (var leader =
        new FilePublisher(cluster, Optional.of(file("n.yaml", TWO)), ONE, followed, CLOCK)) {
      leader.lead();
      assertThat(registry.read()).hasValue(TWO);
    }
  }

  @Test
  void aNewFileThatMayNotFollowIsRejected() throws IOException {
    publisher.publish(TWO, "by hand");
    var followed = followed(ONE);
    Path file = file("n.yaml", ONE);
    try (var leader = new FilePublisher(cluster, Optional.of(file), ONE, followed, CLOCK)) {
      assertThatThrownBy(leader::lead).hasMessageContaining("namespace ns2: is in force");
      assertThat(registry.read()).hasValue(TWO);
      assertThat(has(followed, TWO)).isTrue();
      assertThat(followed.state().refused()).isPresent();
    }
  }

  @Test
  void aStandbyPublishesNothing() throws IOException {
    Path file = file("n.yaml", ONE);
    try (var leader =
            new FilePublisher(
                cluster, Optional.of(file("leader.yaml", ONE)), ONE, followed(ONE), CLOCK);
        var standby = new FilePublisher(other, Optional.of(file), ONE, followed(ONE), CLOCK)) {
      leader.lead();
      standby.rest();
      Files.writeString(file, TWO);
      // once the leader's file is published, both have looked at their files
      String third = ONE.replace("24h", "23h");
      Files.writeString(directory.resolve("leader.yaml"), third);
      await().until(() -> registry.read().equals(Optional.of(third)));
      assertThat(registry.wasPublished(TWO)).isFalse();
    }
  }

  @Test
  void builtInNamespacesArePublishedOnlyIfThereAreNone() {
    try (var leader = new FilePublisher(cluster, Optional.empty(), ONE, followed(ONE), CLOCK)) {
      leader.lead();
      assertThat(registry.read()).hasValue(ONE);
      publisher.publish(TWO, "by hand");
      leader.lead();
      assertThat(registry.read()).hasValue(TWO);
    }
  }

  @Test
  void theLeadingControllerPublishesItsFileAndTheOtherFollows() throws IOException {
    Path file = file("n.yaml", ONE);
    try (var first = controller("c1", Optional.of(file));
        var second = controller("c2", Optional.empty())) {
      first.start();
      await().until(() -> registry.read().equals(Optional.of(ONE)));
      second.start();
      Files.writeString(file, TWO);
      await().until(() -> has(first.namespaces(), TWO));
      await().until(() -> has(second.namespaces(), TWO));
      assertThat(second.namespaces().live().current().all()).hasSize(2);
    }
  }

  private ControllerService controller(String name, Optional<Path> file) {
    var config =
        new ControllerConfig(
            new ClusterConfig(zookeeper.connectString(), "z1", name),
            new PlacementConfig(2, Duration.ofSeconds(15)),
            new SpectatorConfig(Duration.ofMillis(500), Duration.ofSeconds(1)));
    return new ControllerService(
        config,
        file,
        ONE.replace("2h", "1h"),
        address -> {
          throw new IllegalStateException("there is no node at " + address);
        },
        new SimpleMeterRegistry(),
        CLOCK);
  }

  private static String entry(int number) {
    return """
      - name: ns%1$d
        backfill: 2h
        memory-ttl: 24h
        kafka-topic: t%1$d
        s3: {bucket: bucket-%1$d}
        shard-groups: 1
        shards-per-group: 1
    """
        .formatted(number);
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  private static boolean has(FollowedNamespaces followed, String yaml) {
    return followed.state().text().yaml().equals(yaml);
  }

  private static FollowedNamespaces followed(String yaml) {
    return FollowedNamespaces.provisional(
        NamespacesText.of(yaml, "first"), "first", new SimpleMeterRegistry(), CLOCK);
  }

  private ClusterClient connect(String name) {
    var client = new ClusterClient(new ClusterConfig(zookeeper.connectString(), "z1", name));
    client.start();
    return client;
  }
}
