package goku.shortterm.read;

import static org.assertj.core.api.Assertions.assertThat;

import goku.cardinality.CountQuery;
import goku.cardinality.ScopeCount;
import goku.cardinality.SeriesCounts;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.TimeRange;
import goku.shortterm.shard.ShardFixture;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  @Test
  void aShardThatLoadsSaysThatItsCountsAreIncomplete() {
    var holes = new AtomicReference<>(Holes.before(100, HoleCause.RECOVERY));
    try (var fixture = new ShardFixture(16 << 20)) {
      fixture.put("cpu host=a", ShardFixture.START.toEpochMilli(), 1);
      var reader = new ShardReader(fixture.shard, holes::get, () -> 7);
      var query = new CountQuery(fixture.shard.id(), List.of(), Set.of(), Map.of());
      assertThat(reader.countSeries(query).orElseThrow().isComplete()).isFalse();
      holes.set(Holes.of(new Hole(100, 200, HoleCause.LOG_LOST)));
      SeriesCounts counts = reader.countSeries(query).orElseThrow();
      assertThat(counts.isComplete()).isTrue();
      assertThat(counts.lagMillis()).isEqualTo(7);
      assertThat(counts.scopes()).extracting(ScopeCount::series).containsExactly(1L);
    }
  }
}
