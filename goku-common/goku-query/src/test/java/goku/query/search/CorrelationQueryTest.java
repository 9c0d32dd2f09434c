package goku.query.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.Blocklist;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.QueryWindow;
import goku.query.RateOptions;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.correlation.Needle;
import goku.query.correlation.Score;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CorrelationQueryTest {
  private static final Downsample MINUTES = minutes(FillPolicy.NONE);

  @Test
  void theNeedleHasAValueForEachSlot() {
    assertThat(query(10, 10, MINUTES, null, 1).grid().size()).isEqualTo(10);
    assertRefused(10, 11, MINUTES, null, 1, "a needle of slots=11", "grid of the query has 10");
  }

  @Test
  void aDayOfMinutesIsPossible() {
    assertThat(query(1440, 1440, MINUTES, null, 1).grid().size()).isEqualTo(1440);
    assertRefused(1441, 1440, MINUTES, null, 1, "more than slots=1440", "longer interval");
    assertRefused(9000, 1440, MINUTES, null, 1, "more than slots=1440", "longer interval");
  }

  @Test
  void onlyADownsamplingWithoutFillPolicyIsPossible() {
    String reason = "only a downsampling without a fill policy";
    assertRefused(10, 10, null, null, 1, reason);
    assertRefused(10, 10, minutes(FillPolicy.ZERO), null, 1, reason);
    assertRefused(10, 10, MINUTES, RateOptions.PLAIN, 1, reason);
  }

  @Test
  void atLeastOneSeriesIsReturned() {
    assertRefused(10, 10, MINUTES, null, 0, "top=0", "at least 1");
  }

  private static Downsample minutes(FillPolicy fill) {
    return new Downsample(new Interval.Fixed(60_000), Aggregator.AVG, fill);
  }

  private static void assertRefused(
      int slots,
      int values,
      @Nullable Downsample downsample,
      @Nullable RateOptions rate,
      int top,
      String... texts) {
    assertThatThrownBy(() -> query(slots, values, downsample, rate, top))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("cannot ")
        .hasMessageContainingAll(texts);
  }

  private static CorrelationQuery query(
      int slots, int values, @Nullable Downsample downsample, @Nullable RateOptions rate, int top) {
    var range = new TimeRange(3_600_000, 3_600_000 + (slots - 1) * 60_000L);
    return new CorrelationQuery(
        new Haystack(
            new SeriesFilter("m", List.of(), false), List.of(MetricPattern.ANY), Blocklist.NONE),
        new SeriesStages(downsample, rate, QueryWindow.of(range, downsample)),
        Resolution.RAW,
        Needle.of(IntStream.range(0, values).asDoubleStream().toArray(), Score.PEARSON, 0),
        top);
  }
}
