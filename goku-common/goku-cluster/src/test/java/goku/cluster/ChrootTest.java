package goku.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.cluster.map.NodeStatus;
import goku.cluster.map.ShardMapWatch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clusters that share a ZooKeeper, each below a path of its own.
class ChrootTest {
  @TempDir private Path directory;

  @Test
  void aClusterBelowAPathIsInvisibleToOthers() throws Exception {
    try (var cluster = new ClusterOnTest(directory, "/monitoring/goku-a");
        var own = new ClusterClient(cluster.config("root", "a"));
        var other = new ClusterClient(besides(cluster.config("root", "a")))) {
      cluster.controller("c1", Duration.ofSeconds(15), _ -> List::of);
      cluster.node(ServiceRole.SHORT, "s1", "a");
      own.start();
      other.start();
      try (var map = watch(own);
          var otherMap = watch(other)) {
        await()
            .atMost(Duration.ofMinutes(1))
            .untilAsserted(
                () ->
                    assertThat(map.nodes())
                        .extracting(NodeStatus::node)
                        .extracting("name")
                        .containsExactly("s1"));
        assertThat(otherMap.nodes()).isEmpty();
        assertThat(new NamespaceRegistry(other).read()).isEmpty();
      }
      assertThat(new NamespaceRegistry(own).read()).isPresent();
    }
  }

  private static ClusterConfig besides(ClusterConfig one) {
    return new ClusterConfig(
        one.zookeeper().replace("goku-a", "goku-b"), one.zone(), one.nodeName());
  }

  private static ShardMapWatch watch(ClusterClient client) {
    return new ShardMapWatch(client, new SimpleMeterRegistry(), InstantSource.system());
  }
}
