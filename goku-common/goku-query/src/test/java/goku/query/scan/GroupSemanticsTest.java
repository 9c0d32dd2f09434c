package goku.query.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import goku.model.SeriesName;
import goku.model.Tag;
import goku.model.TimeRange;
import goku.query.RateOptions;
import goku.query.aggregator.Aggregator;
import goku.query.merge.AggregatedPoints;
import goku.query.merge.BeyondDoubleException;
import goku.query.merge.GroupResult;
import goku.testkit.shard.MemoryShard;
import goku.testkit.shard.TypedValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A test of OpenTSDB's answers for series with different timestamps.
class GroupSemanticsTest {
  private static final TimeRange RANGE = new TimeRange(10, 100);

  private final MemoryShard shard = new MemoryShard();
  private final Engine engine = new Engine(List.of(List.of(shard)));

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void interpolatesAMissingValueLinearly() throws Exception {
    put("a", 10, 0, 30, 2);
    put("b", 20, 10, 30, 20.5);
    assertThat(values(Aggregator.SUM)).containsExactly(0, 11, 22.5);
  }

  @Test
  void cutsAnInterpolatedIntegerTowardsZero() throws Exception {
    put("a", 10, 0, 30, 3);
    put("b", 20, 10);
    AggregatedPoints points = group(Aggregator.SUM).points();
    assertThat(points.integers()).isTrue();
    assertThat(points.longValue(1)).isEqualTo(11);
  }

  @Test
  void anAverageIsCutOnlyIfAllValuesWereWrittenAsIntegers() throws Exception {
    write("a", 10, "20");
    write("b", 10, "21");
    assertThat(group(Aggregator.AVG).points().longValue(0)).isEqualTo(20);
    write("b", 10, "21.0");
    assertThat(values(Aggregator.AVG)).containsExactly(20.5);
  }

  @Test
  void wideIntegersAreAnsweredExactly() throws Exception {
    write("a", 10, "9007199254740993", 20, "1");
    assertThat(longs(Aggregator.SUM)).containsExactly(9007199254740993L, 1);
    write("b", 10, "9007199254740993", 20, "-5");
    assertThat(longs(Aggregator.SUM)).containsExactly(18014398509481986L, -4);
    assertThat(longs(Aggregator.MAX)).containsExactly(9007199254740993L, 1);
  }

  @Test
  void wideNegativeIntegersAreAnsweredExactly() throws Exception {
    write("a", 10, "-9007199254740993");
    write("b", 10, "2");
    assertThat(longs(Aggregator.SUM)).containsExactly(-9007199254740991L);
  }

  @Test
  void sumsOfWideIntegersWrapAt64Bits() throws Exception {
    write("a", 10, "9223372036854775807");
    write("b", 10, "10");
    assertThat(longs(Aggregator.SUM)).containsExactly(Long.MIN_VALUE + 9);
    write("c", 10, "-9223372036854775808");
    assertThat(longs(Aggregator.SUM)).containsExactly(9);
  }

  @Test
  void wideIntegersAreInterpolatedExactly() throws Exception {
    write("a", 10, "9007199254740993", 30, "9007199254740997");
    write("b", 20, "0");
    assertThat(longs(Aggregator.SUM))
        .containsExactly(9007199254740993L, 9007199254740995L, 9007199254740997L);
  }

  @Test
  void wideIntegersNextToDoublesAreRounded() throws Exception {
    write("a", 10, "9007199254740993", 30, "9007199254740993");
    write("b", 10, "0.5", 20, "0.5");
    assertThat(values(Aggregator.SUM)).containsExactly(0x1p53, 0x1p53, 0x1p53);
    assertThat(values(Aggregator.MIN)).containsExactly(0.5, 0.5, 0x1p53);
  }

  @Test
  void aSeriesOfWideIntegersAndFractionsIsOneOfDoubles() throws Exception {
    write("a", 10, "9007199254740993", 20, "0.5");
    assertThat(values(Aggregator.SUM)).containsExactly(0x1p53, 0.5);
  }

  @Test
  void zimsumUsesZeroForAMissingValue() throws Exception {
    put("a", 10, 5.5, 30, 2);
    put("b", 20, 10);
    assertThat(values(Aggregator.ZIMSUM)).containsExactly(5.5, 10, 2);
  }

  @Test
  void mimmaxLeavesAMissingValueOut() throws Exception {
    put("a", 10, 50.5, 30, 50);
    put("b", 20, 10);
    assertThat(values(Aggregator.MIMMAX)).containsExactly(50.5, 10, 50);
  }

  @Test
  void pfsumUsesThePreviousValue() throws Exception {
    put("a", 10, 5.5, 30, 2);
    put("b", 20, 10);
    assertThat(values(Aggregator.PFSUM)).containsExactly(5.5, 15.5, 2);
  }

  @Test
  void aSeriesTakesPartFromItsFirstToItsLastPoint() throws Exception {
    put("a", 20, 1.5, 40, 1);
    put("b", 10, 1, 30, 1, 50, 1);
    assertThat(values(Aggregator.COUNT)).containsExactly(1, 2, 2, 2, 1);
  }

  @Test
  void pointsOutsideTheRangeAreOnlyInterpolatedFrom() throws Exception {
    put("a", 0, 0.5, 200, 20.5);
    put("b", 100, 1);
    assertThat(values(Aggregator.SUM)).containsExactly(11.5);
  }

  @Test
  void aRateKeepsItsLastValueAndBeginsAtTheEpoch() throws Exception {
    put("a", 10, 0.0025, 20, 0.0125, 40, 0.0525);
    put("b", 10, 0.005, 30, 0.085);
    put("c", 10, 100);
    var query = Engine.query(Aggregator.SUM, Set.of(), RANGE, null, RateOptions.PLAIN);
    assertThat(doubles(engine.answer(query).getFirst()))
        .containsExactly(new double[] {1.5, 5, 2}, within(1e-12));
  }

  @Test
  void groupsByTagsInTheirOrder() throws Exception {
    put(Map.of("dc", "x", "host", "b"), 10, 1);
    put(Map.of("dc", "y", "host", "a"), 10, 1);
    put(Map.of("dc", "z", "host", "a"), 10, 1);
    List<GroupResult> groups =
        engine.answer(Engine.query(Aggregator.SUM, Set.of("host"), RANGE, null, null));
    assertThat(groups)
        .extracting(GroupResult::tags)
        .containsExactly(
            List.of(new Tag("host", "a")), List.of(new Tag("dc", "x"), new Tag("host", "b")));
    assertThat(groups.getFirst().aggregateTags()).containsExactly("dc");
    assertThat(groups.getFirst().members()).hasSize(2);
  }

  @Test
  void aKeyOfSomeSeriesWithOneValueStaysInTheTags() throws Exception {
    put(Map.of("host", "a"), 10, 1);
    put(Map.of("dc", "x"), 10, 1);
    GroupResult group = group(Aggregator.SUM);
    assertThat(group.tags()).containsExactly(new Tag("dc", "x"), new Tag("host", "a"));
    assertThat(group.aggregateTags()).isEmpty();
  }

  @Test
  void noneAnswersEverySeriesSeparately() throws Exception {
    put("a", 10, 1);
    put("b", 10, 2);
    assertThat(engine.answer(Engine.query(Aggregator.NONE, Set.of(), RANGE, null, null)))
        .hasSize(2);
  }

  @Test
  void aSumBeyondTheRangeOfADoubleIsRejected() {
    put("a", 10, 1.5e308);
    put("b", 10, 1.5e308);
    assertThatThrownBy(() -> group(Aggregator.SUM))
        .isInstanceOf(BeyondDoubleException.class)
        .hasMessageContaining("sum of the group at 10");
  }

  private GroupResult group(Aggregator aggregator) throws InterruptedException {
    return engine.answer(Engine.query(aggregator, Set.of(), RANGE, null, null)).getFirst();
  }

  private double[] values(Aggregator aggregator) throws InterruptedException {
    return doubles(group(aggregator));
  }

  private static double[] doubles(GroupResult group) {
    AggregatedPoints points = group.points();
    return IntStream.range(0, points.size()).mapToDouble(points::doubleValue).toArray();
  }

  private long[] longs(Aggregator aggregator) throws InterruptedException {
    AggregatedPoints points = group(aggregator).points();
    assertThat(points.integers()).isTrue();
    return LongStream.range(0, points.size()).map(i -> points.longValue((int) i)).toArray();
  }

  /// Adds datapoints with values as they are written.
  ///
  /// @param points timestamp, value, timestamp, value, ...
  private void write(String host, Object... points) {
    for (int i = 0; i < points.length; i += 2) {
      var value = TypedValue.parsed(points[i + 1].toString());
      shard.put(SeriesName.of("m", Map.of("host", host)), (int) points[i], value);
    }
  }

  private void put(String host, double... points) {
    put(Map.of("host", host), points);
  }

  /// Adds datapoints to a series.
  ///
  /// @param points timestamp, value, timestamp, value, ...
  private void put(Map<String, String> tags, double... points) {
    for (int i = 0; i < points.length; i += 2) {
      shard.put(SeriesName.of("m", tags), (long) points[i], points[i + 1]);
    }
  }
}
