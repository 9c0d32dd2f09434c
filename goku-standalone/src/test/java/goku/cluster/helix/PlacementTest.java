package goku.cluster.helix;

import static goku.cluster.Service.COMPACTOR;
import static goku.cluster.Service.LONG;
import static goku.cluster.helix.Placement.COMPACT;
import static goku.cluster.helix.Placement.SHUFFLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.cluster.ClusterOnTest;
import goku.cluster.TestNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementTest {
  private static final Set<Integer> ALL = Set.of(0, 1, 2, 3, 4, 5);

  @TempDir private Path directory;
  private ClusterOnTest cluster;

  @BeforeEach
  void start() {
    cluster = new ClusterOnTest(directory);
    cluster.controller("c1", address -> List::of);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void replicasOfAShardAreInTwoZones() {
    TestNode a1 = cluster.node(LONG, "a1", "a");
    TestNode a2 = cluster.node(LONG, "a2", "a");
    TestNode b1 = cluster.node(LONG, "b1", "b");
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              assertThat(b1.shards(Placement.LONG)).isEqualTo(ALL);
              assertThat(union(Placement.LONG, a1, a2)).isEqualTo(ALL);
              assertThat(a1.shards(Placement.LONG)).hasSize(3);
            });
  }

  @Test
  void bothKindsOfWorkOfCompactorsAreSpread() {
    TestNode c1 = cluster.node(COMPACTOR, "c1", "a");
    TestNode c2 = cluster.node(COMPACTOR, "c2", "b");
    for (Placement placement : List.of(COMPACT, SHUFFLE)) {
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () -> {
                assertThat(union(placement, c1, c2)).isEqualTo(ALL);
                assertThat(c1.shards(placement)).hasSize(3);
                assertThat(c2.shards(placement)).hasSize(3);
              });
    }
  }

  private static Set<Integer> union(Placement placement, TestNode... nodes) {
    Set<Integer> all = new TreeSet<>();
    for (TestNode node : nodes) {
      all.addAll(node.shards(placement));
    }
    return all;
  }
}
