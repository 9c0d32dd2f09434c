package goku.shortterm.read;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.TimeRange;
import goku.shortterm.shard.ShardFixture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ShardReaderTest {
  @Test
  void theCurrentHolesThatOverlapTheRangeAreStated() {
    var lost = new Hole(100, 200, HoleCause.LOG_LOST);
    var holes = new AtomicReference<>(Holes.of(lost, new Hole(300, 400, HoleCause.DAMAGED)));
    try (var fixture = new ShardFixture(16 << 20)) {
      var reader = new ShardReader(fixture.shard, holes::get, () -> 0);
      assertThat(reader.holes(new TimeRange(150, 299))).isEqualTo(Holes.of(lost));
      assertThat(reader.holes(new TimeRange(200, 299))).isSameAs(Holes.NONE);
      holes.set(Holes.NONE);
      assertThat(reader.holes(new TimeRange(150, 299))).isSameAs(Holes.NONE);
    }
  }
}
