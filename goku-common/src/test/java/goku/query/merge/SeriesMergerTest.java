package goku.query.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.Tag;
import goku.model.TimeRange;
import goku.query.Aggregator;
import goku.query.QueryWindow;
import goku.query.SeriesPartial;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesMergerTest {
  private static final QueryWindow WINDOW = QueryWindow.of(new TimeRange(10, 100), null);

  @Test
  void interpolatesAMissingValueLinearly() {
    assertThat(values("sum", series("a", 10, 0, 30, 2), series("b", 20, 10, 30, 20.5)))
        .containsExactly(0, 11, 22.5);
  }

  @Test
  void cutsAnInterpolatedIntegerTowardsZero() {
    var group = group("sum", series("a", 10, 0, 30, 3), series("b", 20, 10));
    assertThat(group.points().integers()).isTrue();
    assertThat(group.points().longValue(1)).isEqualTo(11);
  }

  @Test
  void zimsumTakesZeroForAMissingValue() {
    assertThat(values("zimsum", series("a", 10, 5.5, 30, 2), series("b", 20, 10)))
        .containsExactly(5.5, 10, 2);
  }

  @Test
  void mimmaxLeavesAMissingValueOut() {
    assertThat(values("mimmax", series("a", 10, 50.5, 30, 50), series("b", 20, 10)))
        .containsExactly(50.5, 10, 50);
  }

  @Test
  void pfsumTakesThePreviousValue() {
    assertThat(values("pfsum", series("a", 10, 5.5, 30, 2), series("b", 20, 10)))
        .containsExactly(5.5, 15.5, 2);
  }

  @Test
  void aSeriesTakesPartFromItsFirstToItsLastPoint() {
    assertThat(values("count", series("a", 20, 1.5, 40, 1), series("b", 10, 1, 30, 1, 50, 1)))
        .containsExactly(1, 2, 2, 2, 1);
  }

  @Test
  void pointsOutsideTheRangeAreInterpolatedFromButNotAnswered() {
    var group = group("sum", series("a", 0, 0.5, 200, 20.5), series("b", 100, 1));
    assertThat(group.points().size()).isEqualTo(1);
    assertThat(group.points().doubleValue(0)).isEqualTo(11.5);
  }

  @Test
  void aRateKeepsItsLastValueAndBeginsWithThatSinceTheEpoch() {
    var grouping = new Grouping(Set.of(), Aggregator.SUM, true, WINDOW);
    var result =
        new SeriesMerger(grouping)
            .merge(
                List.of(
                    series("a", 10, 0.25, 20, 1, 40, 2),
                    series("b", 10, 0.5, 30, 4),
                    series("c", 10, 100)));
    assertThat(doubles(result.getFirst().points())).containsExactly(1.5, 5, 2);
  }

  @Test
  void groupsByTagsInTheirOrder() {
    var result =
        new SeriesMerger(new Grouping(Set.of("host"), Aggregator.SUM, false, WINDOW))
            .merge(
                List.of(
                    tagged(new Tag("dc", "x"), new Tag("host", "b")),
                    tagged(new Tag("dc", "y"), new Tag("host", "a")),
                    tagged(new Tag("dc", "z"), new Tag("host", "a"))));
    assertThat(result)
        .extracting(GroupResult::tags)
        .containsExactly(
            List.of(new Tag("host", "a")), List.of(new Tag("dc", "x"), new Tag("host", "b")));
    assertThat(result.getFirst().aggregateTags()).containsExactly("dc");
  }

  @Test
  void aKeyOfSomeSeriesWithOneValueStaysInTheTags() {
    var group = group("sum", tagged(new Tag("host", "a")), tagged(new Tag("dc", "x")));
    assertThat(group.tags()).containsExactly(new Tag("dc", "x"), new Tag("host", "a"));
    assertThat(group.aggregateTags()).isEmpty();
  }

  @Test
  void noneAnswersEverySeriesByItself() {
    var result =
        new SeriesMerger(new Grouping(Set.of(), Aggregator.NONE, false, WINDOW))
            .merge(List.of(series("a", 10, 1), series("b", 10, 2)));
    assertThat(result).hasSize(2);
  }

  @Test
  void refusesWhatADoubleCannotHold() {
    assertThatThrownBy(() -> group("sum", series("a", 10, 1.5e308), series("b", 10, 1.5e308)))
        .isInstanceOf(BeyondDoubleException.class)
        .hasMessageContaining("sum of the group at 10");
  }

  private static GroupResult group(String aggregator, SeriesPartial... series) {
    var grouping =
        new Grouping(Set.of(), Aggregator.named(aggregator).orElseThrow(), false, WINDOW);
    return new SeriesMerger(grouping).merge(List.of(series)).getFirst();
  }

  private static double[] values(String aggregator, SeriesPartial... series) {
    return doubles(group(aggregator, series).points());
  }

  private static double[] doubles(AggregatedPoints points) {
    return IntStream.range(0, points.size()).mapToDouble(points::doubleValue).toArray();
  }

  private static SeriesPartial tagged(Tag... tags) {
    return new SeriesPartial(List.of(tags), new long[] {10}, new double[] {1}, true, 1);
  }

  /// @param points timestamp, value, timestamp, value..
  private static SeriesPartial series(String host, double... points) {
    long[] timestamps = new long[points.length / 2];
    double[] values = new double[timestamps.length];
    boolean integers = true;
    for (int i = 0; i < values.length; i++) {
      timestamps[i] = (long) points[2 * i];
      values[i] = points[2 * i + 1];
      integers &= values[i] == (long) values[i];
    }
    return new SeriesPartial(
        List.of(new Tag("host", host)), timestamps, values, integers, values.length);
  }
}
