package goku.shortterm.shard;

import static org.assertj.core.api.Assertions.assertThat;

import goku.index.IndexLimits;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SeriesLimitTest {
  private static final long NOW = ShardFixture.START.toEpochMilli();

  @Test
  void aMetricWithTooManySeriesLosesOnlyNewOnes() {
    try (var fixture = new ShardFixture(16 << 20, new IndexLimits(3, 100))) {
      for (int i = 0; i < 5; i++) {
        fixture.put("cpu request=r" + i, NOW, i);
      }
      fixture.put("cpu request=r0", NOW + 1000, 7);
      fixture.put("mem request=r0", NOW, 1);
      assertThat(fixture.readAll())
          .containsOnlyKeys("cpu request=r0", "cpu request=r1", "cpu request=r2", "mem request=r0");
      assertThat(fixture.readAll().get("cpu request=r0")).containsEntry(NOW + 1000, 7.0);
      assertThat(fixture.refused(RejectReason.CARDINALITY)).isEqualTo(2);
    }
  }

  @Test
  void aFullShardTakesNewSeriesAgainWhenOldOnesHaveGone() {
    try (var fixture = new ShardFixture(16 << 20, new IndexLimits(100, 2))) {
      fixture.put("a host=h", NOW, 1);
      fixture.put("b host=h", NOW, 1);
      fixture.put("c host=h", NOW, 1);
      assertThat(fixture.refused(RejectReason.CARDINALITY)).isEqualTo(1);
      fixture.clock.advance(Duration.ofHours(27));
      fixture.shard.tick(0);
      fixture.put("c host=h", fixture.clock.millis(), 1);
      assertThat(fixture.readAll()).containsOnlyKeys("c host=h");
    }
  }
}
