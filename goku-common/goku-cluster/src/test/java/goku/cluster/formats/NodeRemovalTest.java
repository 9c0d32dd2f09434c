package goku.cluster.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterOnTest;
import goku.cluster.ServiceRole;
import goku.service.ClusterException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeRemovalTest {

  @TempDir private Path directory;

  /// The node of this test takes part in Helix only, like nodes of builds without format levels.
  @Test
  void aNodeOfABuildWithoutLevelsHoldsTheLevelUntilItIsStoppedAndRemoved() {
    try (var test = new ClusterOnTest(directory);
        var client = new ClusterClient(test.config("test", "z1"))) {
      client.start();
      var registry = new FormatRegistry(client);
      test.controller(
          "c1",
          Duration.ofSeconds(1),
          address -> {
            throw new IllegalStateException("no node at " + address);
          });
      var old = test.node(ServiceRole.LONG, "old", "z1");
      await().until(() -> old.check().ok());

      assertThatThrownBy(() -> NodeRemoval.remove(client, "long-old"))
          .isInstanceOf(ClusterException.class)
          .hasMessage("cannot remove node=long-old: it runs; stop it first");
      assertThat(holding(registry)).containsExactly("long-old");
      assertThat(registry.absent()).doesNotContain("long-old");

      old.close();
      await().until(() -> !registry.read().orElseThrow().running().contains("long-old"));
      assertThat(holding(registry)).containsExactly("long-old");
      assertThat(registry.absent()).contains("long-old");
      assertThat(NodeRemoval.remove(client, "long-old")).isTrue();
      assertThat(NodeRemoval.remove(client, "long-old")).isFalse();
      assertThat(holding(registry)).isEmpty();
      assertThat(registry.absent()).doesNotContain("long-old");
    }
  }

  private static List<String> holding(FormatRegistry registry) {
    return registry.read().orElseThrow().decision().holding().stream()
        .map(FormatNode::name)
        .toList();
  }
}
