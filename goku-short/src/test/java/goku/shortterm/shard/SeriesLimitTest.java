package goku.shortterm.shard;

import static org.assertj.core.api.Assertions.assertThat;

import goku.index.IndexLimits;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SeriesLimitTest {
  private static final long NOW = ShardFixture.START.toEpochMilli();

  @Test
  void acknowledgedSeriesOverALimitAreStored() {
    try (var fixture = new ShardFixture(16 << 20, new IndexLimits(3, 5))) {
      for (int i = 0; i < 9; i++) {
        fixture.put("cpu request=r" + i, NOW, i);
      }
      assertThat(fixture.readAll()).hasSize(9).containsKey("cpu request=r8");
    }
  }

  @Test
  void limitsAreNearFromEightyPercentOnUntilSeriesHaveGone() {
    try (var fixture = new ShardFixture(16 << 20, new IndexLimits(5, 10))) {
      put(fixture, 3);
      assertThat(near(fixture)).isZero();
      put(fixture, 4);
      assertThat(near(fixture)).isEqualTo(1);
      put(fixture, 8);
      assertThat(near(fixture)).isEqualTo(2);
      fixture.clock.advance(Duration.ofHours(27));
      assertThat(near(fixture)).isZero();
    }
  }

  @Test
  void aLimitIsExceededOnceItsMarginOfTenPercentIsUsedUp() {
    try (var fixture = new ShardFixture(16 << 20, new IndexLimits(10, 1000))) {
      put(fixture, 11);
      assertThat(beyond(fixture)).isZero();
      put(fixture, 12);
      assertThat(beyond(fixture)).isEqualTo(1);
      fixture.clock.advance(Duration.ofHours(27));
      assertThat(beyond(fixture)).isZero();
    }
  }

  private static void put(ShardFixture fixture, int series) {
    for (int i = 0; i < series; i++) {
      fixture.put("cpu request=r" + i, NOW, i);
    }
  }

  private static double near(ShardFixture fixture) {
    return gauge(fixture, "goku.short.series.near.limit");
  }

  private static double beyond(ShardFixture fixture) {
    return gauge(fixture, "goku.short.series.beyond.limit");
  }

  private static double gauge(ShardFixture fixture, String name) {
    fixture.shard.tick(0);
    return fixture.registry.get(name).gauge().value();
  }
}
