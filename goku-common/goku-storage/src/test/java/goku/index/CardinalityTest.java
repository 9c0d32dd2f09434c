package goku.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CardinalityTest {
  @Test
  void aFullMetricKeepsItsSeriesAndRefusesOnlyNewOnes() {
    try (var fixture = new IndexFixture(4 << 20, new IndexLimits(10, 1000))) {
      int first = fixture.findOrAdd("cpu host=h0");
      for (int i = 1; i < 10; i++) {
        assertThat(fixture.findOrAdd("cpu host=h" + i)).isNotNegative();
      }
      assertThat(fixture.findOrAdd("cpu host=new")).isEqualTo(SeriesIndex.METRIC_FULL);
      assertThat(fixture.findOrAdd("cpu host=h0")).isEqualTo(first);
      assertThat(fixture.findOrAdd("mem host=new2")).isNotNegative();
      assertThat(fixture.index.size()).isEqualTo(11);
      fixture.index.evict(new int[] {first});
      assertThat(fixture.findOrAdd("cpu host=new")).isNotNegative();
    }
  }

  @Test
  void aFullShardRefusesNewSeriesOfAllMetrics() {
    try (var fixture = new IndexFixture(4 << 20, new IndexLimits(10, 5))) {
      for (int i = 0; i < 5; i++) {
        assertThat(fixture.findOrAdd("m%d host=h".formatted(i))).isNotNegative();
      }
      assertThat(fixture.findOrAdd("m5 host=h")).isEqualTo(SeriesIndex.SHARD_FULL);
      assertThat(fixture.findOrAdd("m4 host=h")).isNotNegative();
    }
  }

  @Test
  void metricsNearTheirLimitAreReportedOnce() {
    try (var fixture = new IndexFixture(4 << 20, new IndexLimits(10, 1000))) {
      for (int i = 0; i < 7; i++) {
        fixture.findOrAdd("cpu host=h" + i);
      }
      assertThat(fixture.index.cardinality().takeNearLimit()).isEmpty();
      fixture.findOrAdd("cpu host=h7");
      assertThat(fixture.index.cardinality().takeNearLimit())
          .containsExactly(new MetricCount("cpu", 8));
      fixture.findOrAdd("cpu host=h8");
      assertThat(fixture.index.cardinality().takeNearLimit()).isEmpty();
    }
  }

  @Test
  void explodingKeyIsFound() {
    try (var fixture = new IndexFixture(4 << 20)) {
      for (int i = 0; i < 300; i++) {
        fixture.findOrAdd("cpu az=z%d request=%d user=u%d".formatted(i % 3, i, i / 2));
        fixture.findOrAdd("mem other=%d".formatted(i));
      }
      assertThat(fixture.index.cardinality().explodingKey("cpu")).contains("request");
      assertThat(fixture.index.cardinality().explodingKey("unknown")).isEmpty();
    }
  }

  @Test
  void countsTheSeriesOfTheLargestMetrics() {
    try (var fixture = new IndexFixture(4 << 20)) {
      for (int i = 0; i < 30; i++) {
        fixture.findOrAdd("m%d host=h%d".formatted(i % 4 == 3 ? 0 : i % 4, i));
      }
      fixture.index.evict(new int[] {1});
      assertThat(fixture.index.cardinality().largestMetrics(2))
          .containsExactly(new MetricCount("m0", 15), new MetricCount("m1", 7));
      assertThat(fixture.index.cardinality().largestMetrics(9)).hasSize(3);
      assertThat(fixture.index.cardinality().seriesOf("m1")).isEqualTo(7);
    }
  }
}
