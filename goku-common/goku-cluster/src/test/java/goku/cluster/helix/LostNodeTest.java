package goku.cluster.helix;

import static goku.cluster.ServiceRole.COMPACTOR;
import static goku.cluster.helix.PlacedShards.ALL;
import static goku.cluster.helix.PlacedShards.awaitSpread;
import static goku.cluster.helix.PlacedShards.eventually;
import static goku.cluster.helix.Placement.COMPACT;
import static goku.cluster.helix.Placement.SHUFFLE;
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

/// The placement of shards whose node ends, or loses ZooKeeper.
class LostNodeTest {
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

  /// Covers issue 3049 of Helix: the shards of a killed node were left without a node.
  @Test
  void aKilledNodeThatRestartsAtOnceKeepsItsShards() {
    control(LONG_DELAY);
    TestNode other = cluster.steadyNode(COMPACTOR, "n1", "a");
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
    TestNode other = cluster.steadyNode(COMPACTOR, "n1", "a");
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
    TestNode other = cluster.steadyNode(COMPACTOR, "n1", "a");
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

  private void control(Duration delay) {
    cluster.controller("c1", delay, address -> List::of);
  }
}
