package goku.cluster.helix;

import static goku.cluster.helix.Placement.COMPACT;
import static goku.cluster.helix.Placement.SHUFFLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.cluster.TestNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.core.ThrowingRunnable;

/// Assertions on the shards that nodes were told to take.
final class PlacedShards {
  /// The shards of the first namespace.
  static final Set<Integer> ALL = Set.of(0, 1, 2, 3, 4, 5);

  private PlacedShards() {}

  /// Waits until the two nodes share the shards of both roles of a compactor.
  static void awaitSpread(TestNode one, TestNode two) {
    for (Placement placement : List.of(COMPACT, SHUFFLE)) {
      eventually(
          () -> {
            assertThat(union(placement, one, two)).isEqualTo(ALL);
            assertThat(one.shards(placement)).hasSize(3);
            assertThat(two.shards(placement)).hasSize(3);
          });
    }
  }

  static void eventually(ThrowingRunnable assertions) {
    await().untilAsserted(assertions);
  }

  static Set<Integer> union(Placement placement, TestNode... nodes) {
    Set<Integer> all = new TreeSet<>();
    for (TestNode node : nodes) {
      all.addAll(node.shards(placement));
    }
    return all;
  }
}
