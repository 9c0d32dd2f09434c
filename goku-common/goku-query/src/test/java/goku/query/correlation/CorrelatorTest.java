package goku.query.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CorrelatorTest {
  private static final double GAP = Double.NaN;
  private static final double[] NEEDLE = {1, 2, 4, 3, 7, 5, 9, 8, 6, 2};

  @Test
  void aMultipleOfTheNeedleHasTheCoefficientOne() {
    assertThat(coefficient(times(3, NEEDLE))).isEqualTo(1);
    assertThat(coefficient(times(-0.25, NEEDLE))).isEqualTo(-1);
  }

  @Test
  void coefficientsNeverExceedOne() {
    for (int i = 1; i < 1000; i++) {
      assertThat(Math.abs(coefficient(times(i / 7.0, NEEDLE)))).isBetween(1 - 1e-15, 1.0);
    }
  }

  @Test
  void theGreatestAndLeastDoublesAreCompared() {
    assertThat(coefficient(times(Double.MAX_VALUE / 9, NEEDLE))).isCloseTo(1, within(1e-15));
    assertThat(coefficient(times(Double.MIN_VALUE, NEEDLE))).isEqualTo(1);
    double[] both = times(1e307, NEEDLE);
    both[0] = -Double.MAX_VALUE;
    double expected =
        ExactReference.coefficient(ExactReference.pairs(NEEDLE, both, 0), Score.PEARSON);
    assertThat(coefficient(both)).isCloseTo(expected, within(1e-15));
  }

  @Test
  void sevenCommonValuesAreTooFew() {
    double[] values = NEEDLE.clone();
    values[3] = Double.POSITIVE_INFINITY;
    values[8] = GAP;
    assertThat(compare(values)).isEqualTo(Outcome.CANDIDATE);
    values[0] = GAP;
    assertThat(compare(values)).isEqualTo(Outcome.TOO_SHORT);
  }

  @Test
  void aSeriesWithOneValueInTheCommonSlotsIsConstant() {
    double[] constant = new double[NEEDLE.length];
    Arrays.fill(constant, 0.1);
    assertThat(compare(constant)).isEqualTo(Outcome.CONSTANT);
    constant[4] = GAP;
    assertThat(compare(constant)).isEqualTo(Outcome.CONSTANT);
    constant[4] = Math.nextUp(0.1);
    assertThat(compare(constant)).isEqualTo(Outcome.CANDIDATE);
  }

  @Test
  void differencesThatUnderflowAreNotConstant() {
    double[] tiny = times(1e-200, NEEDLE);
    assertThat(coefficient(tiny)).isCloseTo(1, within(1e-15));
    tiny[2] = GAP;
    assertThat(coefficient(tiny)).isCloseTo(1, within(1e-15));
  }

  @Test
  void spearmanComparesRanks() {
    double[] monotonic = Arrays.stream(NEEDLE).map(Math::exp).toArray();
    var correlator = new Correlator(Needle.of(NEEDLE, Score.SPEARMAN, 0));
    assertThat(correlator.compare(Slots.of(monotonic), 0)).isEqualTo(Outcome.CANDIDATE);
    assertThat(correlator.coefficient()).isEqualTo(1);
    assertThat(coefficient(monotonic)).isLessThan(0.8);
  }

  @Test
  void aSeriesThatFollowsTheNeedleHasAPositiveLag() {
    double[] values = wave(40, 0);
    assertLag(values, shifted(values, 2), 2, 38);
    assertLag(values, shifted(values, -3), -3, 37);
  }

  @Test
  void squaresThatOverflowOrUnderflowDoNotHideALag() {
    double[] values = wave(40, 0);
    assertLag(values, times(0x1p700, shifted(values, 2)), 2, 38);
    assertLag(values, times(0x1p-700, shifted(values, 2)), 2, 38);
  }

  @Test
  void gapsDoNotChangeTheLag() {
    double[] values = wave(40, 0);
    double[] later = shifted(values, 2);
    later[20] = GAP;
    later[21] = GAP;
    assertLag(values, later, 2, 36);
  }

  @Test
  void ofEqualCoefficientsTheLagNearestToZeroCountsAndThenTheNegativeOne() {
    double[] periodic = IntStream.range(0, 64).mapToDouble(i -> i % 4 * (i % 4)).toArray();
    assertLag(periodic, periodic, 0, 64);
    assertLag(periodic, shifted(periodic, 2), -2, 62);
  }

  /// A value that dominates the prefix sums, outside the overlap of the right lag.
  @Test
  void anOutlierAtTheEdgeDoesNotHideALag() {
    double[] values = wave(40, 0);
    double[] later = shifted(values, 2);
    later[0] = 1e12;
    assertLag(values, later, 2, 38);
  }

  /// Exceeds the limit of estimates by the sum of squares at lag 0, but not at the other lags.
  @Test
  void aLagIsFoundNextToAnUnknownEstimate() {
    double[] values = wave(300, 0);
    double[] later = times(0x1p450 / Math.sqrt(250), shifted(values, 2));
    double[] unit = Objects.requireNonNull(Needle.of(values, Score.PEARSON, 0).unit(0));
    assertThat(Estimate.ofUnit(unit, later, 0, 300)).isEqualTo(Estimate.UNKNOWN);
    assertLag(values, later, 2, 298);
  }

  /// All lags but 0 leave out the only values of the needle that differ.
  @Test
  void lagsWhoseOverlapIsConstantAreLeftOut() {
    double[] needle = new double[20];
    needle[19] = 5;
    needle[0] = 5;
    assertLag(needle, times(2, needle), 0, 20);
  }

  @Test
  void lagsWithTooFewCommonValuesAreLeftOut() {
    double[] values = wave(12, 0);
    double[] later = shifted(values, 3);
    later[11] = GAP;
    later[10] = GAP;
    var correlator = new Correlator(Needle.of(values, Score.PEARSON, 4));
    assertThat(correlator.compare(Slots.of(later), 0)).isEqualTo(Outcome.CANDIDATE);
    assertThat(correlator.lag()).isNotEqualTo(3);
    assertThat(correlator.common()).isGreaterThanOrEqualTo(8);
  }

  /// The needle's wave has no period, so that each lag has its own coefficient.
  private static double[] wave(int size, int from) {
    return IntStream.range(from, from + size).mapToDouble(i -> Math.sin(0.02 * i * i)).toArray();
  }

  private static double[] shifted(double[] values, int lag) {
    int size = values.length;
    return IntStream.range(0, size)
        .mapToDouble(i -> values[Math.floorMod(i - lag, size)])
        .toArray();
  }

  private static void assertLag(double[] needle, double[] series, int lag, int common) {
    for (Score score : Score.values()) {
      var correlator = new Correlator(Needle.of(needle, score, 5));
      assertThat(correlator.compare(Slots.of(series), 0)).isEqualTo(Outcome.CANDIDATE);
      assertThat(correlator.lag()).isEqualTo(lag);
      assertThat(correlator.common()).isEqualTo(common);
      assertThat(correlator.coefficient()).isEqualTo(1);
    }
  }

  private static double[] times(double factor, double[] values) {
    return Arrays.stream(values).map(value -> factor * value).toArray();
  }

  private static Outcome compare(double[] series) {
    return new Correlator(Needle.of(NEEDLE, Score.PEARSON, 0)).compare(Slots.of(series), 0);
  }

  private static double coefficient(double[] series) {
    var correlator = new Correlator(Needle.of(NEEDLE, Score.PEARSON, 0));
    assertThat(correlator.compare(Slots.of(series), 0)).isEqualTo(Outcome.CANDIDATE);
    return correlator.coefficient();
  }
}
