package goku.query.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.Tag;
import goku.model.TimeRange;
import goku.model.ValueType;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grouping;
import goku.query.Interval;
import goku.query.QueryWindow;
import goku.query.SeriesPartial;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.partial.Contribution;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupPartial;
import goku.query.partial.GroupTags;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The memory of series that come in parts: their stages may make them far larger than the parts.
class GroupFinisherTest {
  private static final int SECONDS = 100_000;
  private static final Downsample FILLED_SECONDS =
      new Downsample(new Interval.Fixed(1000), Aggregator.AVG, FillPolicy.ZERO);
  private static final QueryWindow WINDOW =
      QueryWindow.of(new TimeRange(0, SECONDS * 1000L - 1), FILLED_SECONDS);
  private static final Grouping GROUPING =
      new Grouping(Set.of(), Aggregator.SUM, false, WINDOW, false);
  private static final SeriesStages PARTS = new SeriesStages(FILLED_SECONDS, null, WINDOW);

  private static GroupPartial group(int series) {
    List<SeriesPartial> members =
        IntStream.range(0, series)
            .mapToObj(
                i ->
                    new SeriesPartial(
                        List.of(new Tag("host", "h" + i)),
                        new long[] {1000},
                        new double[] {1.5},
                        ValueType.PLAIN,
                        false,
                        null))
            .toList();
    return group(members);
  }

  private static GroupPartial group(List<SeriesPartial> members) {
    return new GroupPartial(
        new GroupKey(List.of()),
        new GroupTags(List.of(), List.of()),
        List.of(),
        new Contribution.Members(members));
  }

  @Test
  void filledSeriesAreCountedWithTheirResult() {
    var buffers = new AtomicLong();
    var results = new AtomicLong();
    var finisher = new GroupFinisher(GROUPING, PARTS, buffers::addAndGet, results::addAndGet);
    long held = finisher.finish(group(3)).points().heldBytes();
    long oneSeries = SECONDS * (long) (Long.BYTES + Double.BYTES);
    assertThat(buffers).hasValueGreaterThanOrEqualTo(oneSeries);
    assertThat(results).hasValueGreaterThanOrEqualTo(3 * oneSeries + held);
  }

  /// The other values of the series are outside the page.
  @Test
  void wideIntegersOfAPageAreRoundedIfTheirSeriesHasOtherValues() {
    double[] words = {ValueType.word((1L << 53) + 1)};
    var series =
        new SeriesPartial(List.of(), new long[] {1000}, words, ValueType.LONGS, false, null);
    var finisher = new GroupFinisher(GROUPING, null);
    AggregatedPoints points = finisher.finish(group(List.of(series))).points();
    assertThat(points.integers()).isFalse();
    assertThat(points.doubleValue(0)).isEqualTo(0x1p53);
  }

  @Test
  void aRefusalEndsTheGroupBeforeItsNextSeries() {
    var results = new AtomicLong();
    var finisher =
        new GroupFinisher(
            GROUPING,
            PARTS,
            _ -> {},
            bytes -> {
              results.incrementAndGet();
              throw new IllegalStateException("no room");
            });
    assertThatThrownBy(() -> finisher.finish(group(3))).hasMessage("no room");
    assertThat(results).hasValue(1);
  }
}
