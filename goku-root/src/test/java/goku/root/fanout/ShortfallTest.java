package goku.root.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.ShardId;
import goku.model.Store;
import goku.root.planning.StoreShard;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShortfallTest {
  private static final Shortfall ONE = missing(1);
  private static final Shortfall RECOVERING = new Shortfall(List.of(), 1000, Holes.NONE, 0);
  private static final Shortfall HOLE = hole(100, 200);
  private static final Shortfall LAGGING = Shortfall.lagging(9000);

  @Test
  void coversNoMoreThanItself() {
    List<Shortfall> all = List.of(Shortfall.NONE, ONE, missing(2), RECOVERING, HOLE, LAGGING);
    for (Shortfall one : all) {
      for (Shortfall other : all) {
        boolean recovered = one.equals(RECOVERING) && other.equals(HOLE);
        boolean within = one.equals(other) || other.isNone() || recovered;
        assertThat(one.covers(other)).as("%s, then %s", one, other).isEqualTo(within);
        assertThat(one.with(other).covers(other)).isTrue();
      }
    }
  }

  @Test
  void coversAPartOfItsTime() {
    assertThat(HOLE.covers(hole(101, 199))).isTrue();
    assertThat(HOLE.covers(hole(101, 201))).isFalse();
    assertThat(HOLE.with(hole(200, 300)).covers(hole(101, 201))).isTrue();
    assertThat(RECOVERING.covers(new Shortfall(List.of(), 999, Holes.NONE, 0))).isTrue();
    assertThat(RECOVERING.covers(new Shortfall(List.of(), 1001, Holes.NONE, 0))).isFalse();
    assertThat(RECOVERING.covers(hole(999, 1001))).isFalse();
  }

  @Test
  void coversALargerLag() {
    assertThat(LAGGING.covers(Shortfall.lagging(60_000))).isTrue();
  }

  private static Shortfall missing(int shard) {
    var one = new StoreShard(Store.SHORT_TERM, new ShardId("ns1", shard));
    return new Shortfall(List.of(one), Long.MIN_VALUE, Holes.NONE, 0);
  }

  private static Shortfall hole(long startMillis, long endMillis) {
    Holes holes = Holes.of(new Hole(startMillis, endMillis, HoleCause.DAMAGED));
    return new Shortfall(List.of(), Long.MIN_VALUE, holes, 0);
  }
}
