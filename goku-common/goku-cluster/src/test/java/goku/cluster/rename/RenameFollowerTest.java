package goku.cluster.rename;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterConfig;
import goku.embedded.EmbeddedZooKeeper;
import goku.model.Live;
import goku.model.MetricRenames;
import goku.model.Namespaces;
import goku.namespace.NamespacesText;
import goku.service.ClusterException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenameFollowerTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory;
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Live<Namespaces> inForce = new Live<>(namespaces());
  private EmbeddedZooKeeper zookeeper;
  private ClusterClient cluster;

  @BeforeEach
  void start() {
    zookeeper = new EmbeddedZooKeeper(directory);
    zookeeper.start();
    cluster = connect();
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable one : opened.reversed()) {
      one.close();
    }
    zookeeper.close();
  }

  private ClusterClient connect() {
    var client = new ClusterClient(new ClusterConfig(zookeeper.connectString(), "zone", "node"));
    opened.add(client);
    client.start();
    return client;
  }

  private RenameFollower follow(String process) {
    var follower = new RenameFollower(connect(), process, inForce, meters);
    opened.add(follower);
    return follower;
  }

  private static Namespaces namespaces() {
    return NamespacesText.of(
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
            "test")
        .namespaces();
  }

  private static MetricRenames rename(MetricRenames before) {
    return before.reserved("b").renamed("a", "b");
  }

  @Test
  void aChangeIsInForceHereAtOnceAndElsewhereSoon() throws Exception {
    RenameFollower root = follow("root-1");
    RenameFollower ingestor = follow("ingest-1");
    MetricRenames changed = root.change(RenameFollowerTest::rename);
    assertThat(root.namespaces().current().renames().stored("b")).isEqualTo("a");
    await().until(() -> ingestor.namespaces().current().renames().stored("b").equals("a"));
    assertThat(root.awaitApplied(changed.edition(), PATIENCE)).isEmpty();
    assertThat(root.awaitApplied(changed.edition() + 1, Duration.ZERO))
        .containsExactly("ingest-1", "root-1");
  }

  @Test
  void aProcessKnowsTheRenamesFromItsStart() {
    follow("root-1").change(RenameFollowerTest::rename);
    assertThat(follow("root-2").namespaces().current().renames().name("a")).isEqualTo("b");
  }

  @Test
  void renamesStayWhenNamespacesChange() {
    RenameFollower root = follow("root-1");
    root.change(RenameFollowerTest::rename);
    Namespaces next = namespaces();
    inForce.replace(next);
    assertThat(root.namespaces().current().all()).isSameAs(next.all());
    assertThat(root.namespaces().current().renames().stored("b")).isEqualTo("a");
  }

  @Test
  void anIngestorThatJoinedAndDidNotLeaveLacksEveryEdition() throws Exception {
    RenameFollower root = follow("root-1");
    cluster
        .curator()
        .create()
        .creatingParentsIfNeeded()
        .forPath("/goku/formats/nodes/ingest-lost", new byte[0]);
    MetricRenames changed = root.change(RenameFollowerTest::rename);
    await()
        .until(
            () ->
                root.awaitApplied(changed.edition(), Duration.ZERO).equals(Set.of("ingest-lost")));
  }

  @Test
  void anUnreadableEntryKeepsThePreviousRenames() throws Exception {
    RenameFollower root = follow("root-1");
    root.change(RenameFollowerTest::rename);
    cluster.curator().setData().forPath("/goku/renames", "{".getBytes(UTF_8));
    await().until(() -> meters.get("goku.cluster.unreadable").counter().count() == 1);
    assertThat(root.namespaces().current().renames().stored("b")).isEqualTo("a");
    assertThatThrownBy(() -> root.change(RenameFollowerTest::rename))
        .isInstanceOf(ClusterException.class)
        .hasMessageStartingWith("cannot read renames at /goku/renames: ");
  }

  @Test
  void aChangeThatChangesNothingIsNotWritten() throws Exception {
    RenameFollower root = follow("root-1");
    root.change(before -> before);
    assertThat(cluster.curator().checkExists().forPath("/goku/renames")).isNull();
  }

  @Test
  void theSizeOfAllRenamesIsLimited() {
    RenameFollower root = follow("root-1");
    String name = "b".repeat(RenameRegistry.MOST_BYTES);
    assertThatThrownBy(() -> root.change(before -> before.reserved(name)))
        .isInstanceOf(ClusterException.class)
        .hasMessageMatching("cannot rename: all renamed metrics take bytes=\\d+, .*1000000");
  }

  @Test
  void concurrentChangesAreAllKept() throws Exception {
    RenameFollower one = follow("root-1");
    RenameFollower two = follow("root-2");
    Thread other =
        Thread.ofVirtual()
            .start(
                () -> {
                  for (int i = 0; i < 10; i++) {
                    String name = "two" + i;
                    two.change(before -> before.reserved(name));
                  }
                });
    for (int i = 0; i < 10; i++) {
      String name = "one" + i;
      one.change(before -> before.reserved(name));
    }
    other.join();
    assertThat(one.change(before -> before).all()).hasSize(20);
  }
}
