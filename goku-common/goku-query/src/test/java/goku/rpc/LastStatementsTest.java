package goku.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.ShardId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LastStatementsTest {
  private static final ShardId SHARD = new ShardId("ns", 3);

  private final LastStatements<String> last = new LastStatements<>();

  @Test
  void theLastReplicaThatServedAShardCounts() {
    last.heard("a", health(SHARD, ShardState.SERVING, 10));
    last.heard("b", health(SHARD, ShardState.SERVING, 20));
    last.heard("c", health(SHARD, ShardState.RECOVERING, 30));
    assertThat(others(Set.of())).containsExactly("b keeps from 20, UNAVAILABLE");
  }

  @Test
  void aReplicaThatRecoveredCountsIfNoneEverServed() {
    last.heard("a", health(SHARD, ShardState.RECOVERING, 10));
    assertThat(others(Set.of())).containsExactly("a keeps from 10, UNAVAILABLE");
    last.heard("b", health(SHARD, ShardState.SERVING, 20));
    assertThat(others(Set.of())).containsExactly("b keeps from 20, UNAVAILABLE");
  }

  @Test
  void availableAndForgottenShardsAreLeftOut() {
    var other = new ShardId("ns", 4);
    last.heard("a", health(SHARD, ShardState.SERVING, 10));
    last.heard("a", health(other, ShardState.SERVING, 20));
    assertThat(others(Set.of(SHARD))).containsExactly("a keeps from 20, UNAVAILABLE");
    last.keepOnly(SHARD::equals);
    assertThat(others(Set.of())).containsExactly("a keeps from 10, UNAVAILABLE");
  }

  private List<String> others(Set<ShardId> available) {
    List<String> all = new ArrayList<>();
    last.others(
        available,
        (node, health) ->
            all.add(
                "%s keeps from %d, %s".formatted(node, health.keptFromMillis(), health.state())));
    return all;
  }

  private static ShardHealth health(ShardId shard, ShardState state, long keptFromMillis) {
    return new ShardHealth(shard, state, 0, Holes.before(keptFromMillis, HoleCause.NOT_KEPT));
  }
}
