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
  void thereAreThe35OfOpenTsdb() {
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
  void gapsAloneAreAGap(Aggregator aggregator) {
    assertThat(aggregator.reduce(new double[] {GAP, GAP}, 0, 2)).isNaN();
  }

  private static Aggregator aggregator(String name) {
    return Aggregator.named(name).orElseThrow();
  }
}
