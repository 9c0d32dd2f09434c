package goku.cluster.helix;

import static goku.cluster.ServiceRole.COMPACTOR;
import static goku.cluster.ServiceRole.LONG;
import static goku.cluster.helix.PlacedShards.ALL;
import static goku.cluster.helix.PlacedShards.eventually;
import static goku.cluster.helix.PlacedShards.union;
import static goku.cluster.helix.Placement.COMPACT;
import static org.assertj.core.api.Assertions.assertThat;

import goku.cluster.ClusterOnTest;
import goku.cluster.TestNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementTest {
  /// A delay longer than the start of a node on a busy machine.
  private static final Duration DELAY = Duration.ofMinutes(1);

  @TempDir private Path directory;

  @SuppressWarnings("NullAway.Init") // set at the beginning of each test
  private ClusterOnTest cluster;

  @BeforeEach
  void start() {
    cluster = new ClusterOnTest(directory);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void replicasOfAShardAreInTwoZones() {
    control();
    TestNode a1 = cluster.node(LONG, "a1", "a");
    TestNode a2 = cluster.node(LONG, "a2", "a");
    TestNode b1 = cluster.node(LONG, "b1", "b");
    eventually(
        () -> {
          assertThat(b1.shards(Placement.LONG)).isEqualTo(ALL);
          assertThat(union(Placement.LONG, a1, a2)).isEqualTo(ALL);
          assertThat(a1.shards(Placement.LONG)).hasSize(3);
        });
  }

  @Test
  void aFailedTakeoverIsRetried() {
    control();
    TestNode node = cluster.node(COMPACTOR, "n1", "a");
    node.failToTake(COMPACT, 3);
    eventually(() -> assertThat(node.shards(COMPACT)).isEqualTo(ALL));
  }

  @Test
  void shardsFollowTheNamespacesAndNothingElseMoves() {
    control();
    TestNode one = cluster.node(LONG, "n1", "a");
    TestNode two = cluster.node(LONG, "n2", "b");
    eventually(
        () -> {
          assertThat(one.shards(Placement.LONG)).isEqualTo(ALL);
          assertThat(two.shards(Placement.LONG)).isEqualTo(ALL);
        });
    cluster.addNamespace();
    eventually(
        () -> {
          assertThat(one.shards(Placement.LONG)).contains(6, 7, 8);
          assertThat(two.shards(Placement.LONG)).contains(6, 7, 8);
        });
    assertThat(one.told(Placement.LONG)).noneMatch(deed -> deed.startsWith("-"));
    assertThat(two.told(Placement.LONG)).noneMatch(deed -> deed.startsWith("-"));
    cluster.removeNamespace();
    eventually(
        () -> {
          assertThat(one.told(Placement.LONG)).contains("-6", "-7", "-8");
          assertThat(two.told(Placement.LONG)).contains("-6", "-7", "-8");
        });
  }

  @Test
  void aSecondNodeOfTheSameNameReportsTheConflict() {
    control();
    TestNode first = cluster.node(COMPACTOR, "n1", "a");
    eventually(() -> assertThat(first.check().ok()).isTrue());
    TestNode second = cluster.node(COMPACTOR, "n1", "b");
    eventually(
        () ->
            assertThat(second.check().reason())
                .contains("node-name=n1: another node uses this name"));
    assertThat(first.check().ok()).isTrue();
  }

  private void control() {
    cluster.controller("c1", DELAY, address -> List::of);
  }
}
