package goku.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.embedded.EmbeddedZooKeeper;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterTest {
  @TempDir private Path directory;
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
    try (EntryWatch watch = reader.watch(seen::add)) {
      publish("first: é");
      await().until(() -> seen.equals(List.of("first: é")));
      publish("second");
      await().until(() -> seen.equals(List.of("first: é", "second")));
      assertThat(reader.read()).hasValue("second");
      assertThat(watch).isNotNull();
    }
  }

  @Test
  void aWatchStartsWithTheCurrentText() {
    publish("there");
    List<String> seen = new CopyOnWriteArrayList<>();
    try (EntryWatch watch = new NamespaceRegistry(root).watch(seen::add)) {
      await().until(() -> seen.equals(List.of("there")));
      assertThat(watch).isNotNull();
    }
  }

  @Test
  void namespacesTooLargeForZooKeeperAreRejected() {
    assertThatThrownBy(() -> publish("x".repeat(1_000_001)))
        .hasMessageContaining("bytes=1000001: the limit is 1000000");
    publish("x".repeat(1_000_000));
  }

  @Test
  void theCheckFailsWithoutZooKeeper() {
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

  @Test
  void aPublisherCannotReplaceATextThatItHasNotSeen() {
    var registry = new NamespaceRegistry(node);
    publish("first");
    var seen = registry.published();
    publish("second");
    assertThat(registry.replace(seen, "late")).isFalse();
    assertThat(registry.replace(Optional.empty(), "late")).isFalse();
    assertThat(registry.read()).hasValue("second");
  }

  @Test
  void publishedTextsAreRemembered() {
    var registry = new NamespaceRegistry(node);
    assertThat(registry.wasPublished("first")).isFalse();
    publish("first");
    publish("second");
    assertThat(registry.wasPublished("first")).isTrue();
    assertThat(registry.wasPublished("second")).isTrue();
    assertThat(registry.replace(Optional.empty(), "third")).isFalse();
    assertThat(registry.wasPublished("third")).isFalse();
    IntStream.range(0, 1_000).forEach(i -> publish("text " + i));
    assertThat(registry.wasPublished("second")).isFalse();
    assertThat(registry.wasPublished("text 0")).isTrue();
  }

  private void publish(String yaml) {
    var registry = new NamespaceRegistry(node);
    assertThat(registry.replace(registry.published(), yaml)).isTrue();
  }

  private ClusterClient connect() {
    ClusterClient client =
        new ClusterClient(new ClusterConfig(zookeeper.connectString(), "z1", "n1"));
    client.start();
    return client;
  }
}
