package goku.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.ShardId;
import org.junit.jupiter.api.Test;

class ShardHealthTest {
  @Test
  void aReplicaThatDroppedAndLacksNothingHoldsAllTime() {
    ShardHealth health = health(Holes.NONE);
    assertThat(health.keptFromMillis()).isEqualTo(Long.MIN_VALUE);
    assertThat(health.completeToMillis()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aReplicaKeepsWhatItHasNotDropped() {
    Holes holes = Holes.before(10, HoleCause.NOT_KEPT).plus(new Hole(20, 30, HoleCause.DAMAGED));
    assertThat(health(holes).keptFromMillis()).isEqualTo(10);
    assertThat(health(holes).completeToMillis()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aReplicaThatDroppedNothingBeganAtATime() {
    assertThat(health(Holes.before(10, HoleCause.BEFORE_LOG)).beganMillis()).isEqualTo(10);
    assertThat(health(Holes.before(10, HoleCause.NOT_KEPT)).beganMillis())
        .isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void aReplicaIsCompleteUntilTheFirstTimeThatItMustLoad() {
    Holes holes =
        Holes.of(
            new Hole(5, 8, HoleCause.DAMAGED),
            new Hole(40, Long.MAX_VALUE, HoleCause.NOT_YET),
            new Hole(30, 35, HoleCause.RECOVERY));
    assertThat(health(holes).completeToMillis()).isEqualTo(30);
    assertThat(health(Holes.before(Long.MAX_VALUE, HoleCause.RECOVERY)).completeToMillis())
        .isEqualTo(Long.MIN_VALUE);
  }

  private static ShardHealth health(Holes holes) {
    return new ShardHealth(new ShardId("ns", 0), ShardState.SERVING, 0, holes);
  }
}
