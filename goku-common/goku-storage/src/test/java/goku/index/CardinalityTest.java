package goku.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CardinalityTest {
  @Test
  void aMetricAndAShardOverTheirLimitTakeMoreSeries() {
    try (var fixture = new IndexFixture(4 << 20, new IndexLimits(3, 5))) {
      for (int i = 0; i < 7; i++) {
        assertThat(fixture.findOrAdd("cpu host=h" + i)).isNotNegative();
      }
      assertThat(fixture.index.size()).isEqualTo(7);
    }
  }

  @Test
  void aMetricIsNearItsLimitFromEightyPercentOnAndUntilSeriesHaveGone() {
    try (var fixture = new IndexFixture(4 << 20, new IndexLimits(10, 1000))) {
      int first = fixture.findOrAdd("cpu host=h0");
      for (int i = 1; i < 7; i++) {
        fixture.findOrAdd("cpu host=h" + i);
      }
      var cardinality = fixture.index.cardinality();
      assertThat(cardinality.nearLimit()).isEmpty();
      fixture.findOrAdd("cpu host=h7");
      assertThat(cardinality.nearLimit())
          .extracting(MetricCount.Near::count)
          .containsExactly(new MetricCount("cpu", 8));
      fixture.index.evict(new int[] {first});
      assertThat(cardinality.nearLimit()).isEmpty();
      cardinality.forgetOthers();
      fixture.findOrAdd("cpu host=h8");
      assertThat(cardinality.nearLimit()).hasSize(1);
    }
  }

  @Test
  void theNumberOfAMetricNearItsLimitChangesOnlyWithItsOwnSeries() {
    try (var fixture = new IndexFixture(4 << 20, new IndexLimits(1, 1000))) {
      fixture.findOrAdd("cpu host=h0");
      var cardinality = fixture.index.cardinality();
      long before = cardinality.nearLimit().getFirst().added();
      long shard = cardinality.added();
      fixture.findOrAdd("mem host=h0");
      assertThat(numbers(cardinality)).contains(before).hasSize(2);
      assertThat(cardinality.added()).isNotEqualTo(shard);
      fixture.findOrAdd("cpu host=h1");
      assertThat(numbers(cardinality)).doesNotContain(before);
    }
  }

  private static List<Long> numbers(Cardinality cardinality) {
    return cardinality.nearLimit().stream().map(MetricCount.Near::added).toList();
  }

  @Test
  void theHashesOfAMetricAndOfAllSeriesAreThoseOfTheirNames() {
    try (var fixture = new IndexFixture(4 << 20)) {
      fixture.findOrAdd("cpu host=h0");
      fixture.findOrAdd("cpu host=h1");
      fixture.findOrAdd("mem host=h0");
      var cardinality = fixture.index.cardinality();
      assertThat(cardinality.hashes("cpu"))
          .containsExactlyInAnyOrder(
              IndexFixture.hash("cpu host=h0"), IndexFixture.hash("cpu host=h1"));
      assertThat(cardinality.hashes()).hasSize(3).contains(IndexFixture.hash("mem host=h0"));
      assertThat(cardinality.hashes("unknown")).isEmpty();
    }
  }

  @Test
  void countsTheSeriesOfMetricsThatBeginAlike() {
    try (var fixture = new IndexFixture(4 << 20)) {
      fixture.findOrAdd("ads.a host=h0");
      fixture.findOrAdd("ads.b host=h0");
      fixture.findOrAdd("ads.b host=h1");
      fixture.findOrAdd("ad host=h1");
      assertThat(fixture.index.cardinality().withPrefix("ads."))
          .containsExactly(new MetricCount("ads.b", 2), new MetricCount("ads.a", 1));
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
