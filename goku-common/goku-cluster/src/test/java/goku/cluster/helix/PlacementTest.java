package goku.cluster.helix;

import static goku.cluster.ServiceRole.COMPACTOR;
import static goku.cluster.ServiceRole.LONG;
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
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementTest {
  private static final Set<Integer> ALL = Set.of(0, 1, 2, 3, 4, 5);

  /// A delay longer than the start of a node on a busy machine.
  private static final Duration LONG_DELAY = Duration.ofMinutes(1);

  private static final Duration SHORT_DELAY = Duration.ofSeconds(2);

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
    control(LONG_DELAY);
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

  /// Covers issue 3049 of Helix: the shards of a killed node were left without a node.
  @Test
  void aKilledNodeThatRestartsAtOnceKeepsItsShards() {
    control(LONG_DELAY);
    TestNode other = cluster.node(COMPACTOR, "n1", "a");
    TestNode killed = cluster.node(COMPACTOR, "n2", "b");
    awaitSpread(other, killed);
    List<String> toldOther = List.copyOf(other.told(COMPACT));
    killed.cutOff();
    TestNode restarted = cluster.node(COMPACTOR, "n2", "b");
    eventually(
        () -> {
          assertThat(restarted.shards(COMPACT)).isEqualTo(killed.shards(COMPACT));
          assertThat(restarted.shards(SHUFFLE)).isEqualTo(killed.shards(SHUFFLE));
        });
    assertThat(other.told(COMPACT)).isEqualTo(toldOther);
  }

  @Test
  void shardsOfADeadNodeMoveToOthersAndBackWhenItReturns() {
    control(SHORT_DELAY);
    TestNode other = cluster.node(COMPACTOR, "n1", "a");
    TestNode dead = cluster.node(COMPACTOR, "n2", "b");
    awaitSpread(other, dead);
    dead.cutOff();
    long died = System.nanoTime();
    eventually(() -> assertThat(other.shards(COMPACT)).isEqualTo(ALL));
    assertThat(System.nanoTime() - died).isGreaterThan(SHORT_DELAY.toNanos());
    TestNode restarted = cluster.node(COMPACTOR, "n2", "b");
    awaitSpread(other, restarted);
    assertThat(restarted.shards(COMPACT)).isEqualTo(dead.shards(COMPACT));
  }

  @Test
  void aNodeThatOnlyLostZooKeeperKeepsItsShardsAndRejoins() {
    control(SHORT_DELAY);
    TestNode other = cluster.node(COMPACTOR, "n1", "a");
    TestNode lonely = cluster.node(COMPACTOR, "n2", "b");
    awaitSpread(other, lonely);
    int toldBefore = lonely.told(COMPACT).size();
    lonely.cutOff();
    eventually(() -> assertThat(other.shards(COMPACT)).isEqualTo(ALL));
    assertThat(lonely.shards(COMPACT)).hasSize(3);
    assertThat(lonely.check().reason()).endsWith("keeping the current shards");
    lonely.reconnect();
    eventually(() -> assertThat(lonely.check().ok()).isTrue());
    awaitSpread(other, lonely);
    List<String> toldSince = lonely.told(COMPACT).subList(toldBefore, lonely.told(COMPACT).size());
    assertThat(toldSince).noneMatch(deed -> deed.startsWith("-"));
  }

  @Test
  void aFailedTakeoverIsRetried() {
    control(LONG_DELAY);
    TestNode node = cluster.node(COMPACTOR, "n1", "a");
    node.failToTake(COMPACT, 3);
    eventually(() -> assertThat(node.shards(COMPACT)).isEqualTo(ALL));
  }

  @Test
  void shardsOfAnAddedNamespaceArePlacedAndNothingElseMoves() {
    control(LONG_DELAY);
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
  }

  @Test
  void aSecondNodeOfTheSameNameReportsTheConflict() {
    control(LONG_DELAY);
    TestNode first = cluster.node(COMPACTOR, "n1", "a");
    eventually(() -> assertThat(first.check().ok()).isTrue());
    TestNode second = cluster.node(COMPACTOR, "n1", "b");
    eventually(
        () ->
            assertThat(second.check().reason())
                .contains("node-name=n1: another node uses this name"));
    assertThat(first.check().ok()).isTrue();
  }

  private void control(Duration delay) {
    cluster.controller("c1", delay, address -> List::of);
  }

  private static void awaitSpread(TestNode one, TestNode two) {
    for (Placement placement : List.of(COMPACT, SHUFFLE)) {
      eventually(
          () -> {
            assertThat(union(placement, one, two)).isEqualTo(ALL);
            assertThat(one.shards(placement)).hasSize(3);
            assertThat(two.shards(placement)).hasSize(3);
          });
    }
  }

  private static void eventually(ThrowingRunnable assertions) {
    await().atMost(Duration.ofSeconds(30)).untilAsserted(assertions);
  }

  private static Set<Integer> union(Placement placement, TestNode... nodes) {
    Set<Integer> all = new TreeSet<>();
    for (TestNode node : nodes) {
      all.addAll(node.shards(placement));
    }
    return all;
  }
}
