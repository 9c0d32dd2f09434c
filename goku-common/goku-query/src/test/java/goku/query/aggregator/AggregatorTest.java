package goku.query.aggregator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AggregatorTest {
  private static final double GAP = Double.NaN;

  @Test
  void all35AggregatorsOfOpenTsdbExist() {
    assertThat(Aggregator.values()).hasSize(35);
    assertThat(Aggregator.named("squareSum")).contains(Aggregator.SQUARE_SUM);
    assertThat(Aggregator.named("SUM")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "sum, 15",
    "min, 1",
    "max, 8",
    "avg, 3.75",
    "count, 4",
    "median, 4",
    "mult, 64",
    "squareSum, 85",
    "first, 2",
    "last, 4",
    "diff, 2",
    "dev, 2.680951",
    "p50, 3",
    "p75, 7",
    "p99, 8",
    "zimsum, 15",
    "pfsum, 15",
    "mimmin, 1",
    "mimmax, 8"
  })
  void makesOneValueOfFour(String name, double expected) {
    double[] values = {99, 2, 1, 8, 4, 99};
    assertThat(aggregator(name).reduce(values, 1, 5)).isCloseTo(expected, within(1e-6));
  }

  @ParameterizedTest
  @CsvSource({
    "sum, 13",
    "avg, 3",
    "dev, 3",
    "median, 4",
    "p75, 7",
    "ep75r3, 4",
    "ep75r7, 5",
    "mult, 0"
  })
  void cutsFractionsOfIntegers(String name, long expected) {
    assertThat(aggregator(name).reduce(new long[] {99, 1, 8, 4, 0, 99}, 1, 5)).isEqualTo(expected);
  }

  @Test
  void sumsOfIntegersWrapAt64Bits() {
    assertThat(Aggregator.SUM.reduce(new long[] {Long.MAX_VALUE, 1}, 0, 2))
        .isEqualTo(Long.MIN_VALUE);
  }

  @ParameterizedTest
  @CsvSource({"sum, 3", "min, 1", "max, 2", "avg, 1.5", "count, 2", "dev, 0.5", "p50, 1.5"})
  void aGapDoesNotCount(String name, double expected) {
    assertThat(aggregator(name).reduce(new double[] {GAP, 1, GAP, 2}, 0, 4)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(
      value = Aggregator.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"COUNT"})
  void onlyGapsGiveAGap(Aggregator aggregator) {
    assertThat(aggregator.reduce(new double[] {GAP, GAP}, 0, 2)).isNaN();
  }

  @ParameterizedTest
  @CsvSource({
    "squareSum, 81",
    "count, 4",
    "diff, -1",
    "min, 0",
    "max, 8",
    "first, 1",
    "last, 0",
    "p50, 2",
    "ep50r3, 1"
  })
  void makesOneIntegerOfFour(String name, long expected) {
    assertThat(aggregator(name).reduce(new long[] {99, 1, 8, 4, 0, 99}, 1, 5)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"min, 3", "max, 8", "median, 7", "first, 7", "last, 5"})
  void selectsOneIntegerOfTheRangeOnly(String name, long expected) {
    for (long outside : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
      long[] values = {outside, 7, 3, 8, 5, outside};
      assertThat(aggregator(name).reduce(values, 1, 5)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"min, 3", "max, 8", "median, 7", "first, 7", "last, 5"})
  void selectsOneFloatOfTheRangeOnly(String name, double expected) {
    for (double outside : new double[] {-1e300, 1e300}) {
      double[] values = {outside, 7, 3, 8, 5, outside};
      assertThat(aggregator(name).reduce(values, 1, 5)).isEqualTo(expected);
    }
  }

  @Test
  void productsOfIntegersWrapAt64Bits() {
    assertThat(Aggregator.MULT.reduce(new long[] {99, -3, 5, Long.MIN_VALUE, 99}, 1, 3))
        .isEqualTo(-15);
    assertThat(Aggregator.MULT.reduce(new long[] {3, Long.MIN_VALUE}, 0, 2))
        .isEqualTo(Long.MIN_VALUE);
  }

  @ParameterizedTest
  @CsvSource({"1e16, 1, -1e16, 1", "1, 1e16, -1e16, 1", "1, 1e16, 1, 10000000000000002"})
  void sumsKeepTheirRoundingErrors(double a, double b, double c, double expected) {
    assertThat(Aggregator.SUM.reduce(new double[] {a, b, c}, 0, 3)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "1e8, 1, 1, 10000000000000002",
    "1, 1e8, 1, 10000000000000002",
    "100000001, 100000001, 100000001, 30000000600000004"
  })
  void sumsOfSquaresKeepTheirRoundingErrors(double a, double b, double c, double expected) {
    assertThat(Aggregator.SQUARE_SUM.reduce(new double[] {a, b, c}, 0, 3)).isEqualTo(expected);
  }

  @Test
  void sumsThatOverflowAreInfinite() {
    assertThat(Aggregator.SUM.reduce(new double[] {1e308, 1e308, -1}, 0, 3))
        .isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(Aggregator.SQUARE_SUM.reduce(new double[] {1, 1e200}, 0, 2))
        .isEqualTo(Double.POSITIVE_INFINITY);
  }

  @ParameterizedTest
  @CsvSource({"sum, 3", "squareSum, 5", "min, 1", "max, 2", "median, 2", "diff, -1", "dev, 0.5"})
  void gapsBeforeAndBetweenValuesDoNotCount(String name, double expected) {
    assertThat(aggregator(name).reduce(new double[] {GAP, GAP, 2, GAP, 1}, 0, 5))
        .isEqualTo(expected);
  }

  @Test
  void productsTreatAGapAsAValue() {
    assertThat(Aggregator.MULT.reduce(new double[] {2, GAP, 3}, 0, 3)).isNaN();
  }

  @Test
  void gapsAreCountedAsNoValues() {
    assertThat(Aggregator.COUNT.reduce(new double[] {GAP, GAP}, 0, 2)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"p50, 15", "p75, 20", "p99, 20", "ep50r3, 15", "ep50r7, 15"})
  void percentileOfTwoFloatsIsLinearBetweenThem(String name, double expected) {
    assertThat(aggregator(name).reduce(new double[] {20, 10}, 0, 2)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"p50", "p999", "ep50r3", "ep999r3", "ep50r7", "ep999r7", "median", "diff", "dev"})
  void aSingleValueIsItsOwnPercentile(String name) {
    long expected = name.startsWith("d") ? 0 : 7;
    assertThat(aggregator(name).reduce(new long[] {7}, 0, 1)).isEqualTo(expected);
    assertThat(aggregator(name).reduce(new double[] {7}, 0, 1)).isEqualTo((double) expected);
  }

  /// Uses a value for which every other aggregator returns something else: a count of 1, no
  /// deviation, no difference, a square.
  @ParameterizedTest
  @EnumSource(Aggregator.class)
  void keepsOneValueTellsWhetherASingleValueStaysTheSame(Aggregator aggregator) {
    boolean same = aggregator.reduce(new double[] {7}, 0, 1) == 7;
    assertThat(aggregator.keepsOneValue()).isEqualTo(same);
  }

  @Test
  void orderOfTheSeriesMattersToFiveAggregators() {
    assertThat(Aggregator.values())
        .filteredOn(Aggregator::dependsOnOrder)
        .containsExactlyInAnyOrder(
            Aggregator.FIRST, Aggregator.LAST, Aggregator.DIFF, Aggregator.DEV, Aggregator.MULT);
  }

  @Test
  void eachAggregatorHasItsInterpolation() {
    assertThat(Aggregator.SUM.interpolation()).isEqualTo(Interpolation.LINEAR);
    assertThat(Aggregator.ZIMSUM.interpolation()).isEqualTo(Interpolation.ZERO);
    assertThat(Aggregator.MIMMIN.interpolation()).isEqualTo(Interpolation.LARGEST);
    assertThat(Aggregator.MIMMAX.interpolation()).isEqualTo(Interpolation.SMALLEST);
    assertThat(Aggregator.PFSUM.interpolation()).isEqualTo(Interpolation.PREVIOUS);
    assertThat(Aggregator.P95.interpolation()).isEqualTo(Interpolation.LINEAR);
    assertThat(Aggregator.P95.text()).isEqualTo("p95");
  }

  @Test
  void gapsAreIgnoredWhereTheInterpolatedValueIsNeutral() {
    assertThat(Aggregator.values())
        .filteredOn(Aggregator::ignoresGaps)
        .containsExactly(
            Aggregator.ZIMSUM, Aggregator.SQUARE_SUM, Aggregator.MIMMIN, Aggregator.MIMMAX);
  }

  private static Aggregator aggregator(String name) {
    return Aggregator.named(name).orElseThrow();
  }
}
