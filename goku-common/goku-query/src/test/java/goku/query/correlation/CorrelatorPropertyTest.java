package goku.query.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/// A property test that coefficients equal those of 50 digits.
class CorrelatorPropertyTest {
  @Property(tries = 2000)
  void theCoefficientEqualsThatOfExactArithmetic(
      @ForAll long seed, @ForAll Score score, @ForAll @IntRange(min = 8, max = 130) int size) {
    var random = new Random(seed);
    double[] x = RandomSeries.of(random, size);
    double[] y = RandomSeries.of(random, size);
    var correlator = new Correlator(needle(x, score, 0));
    List<ExactReference.Pair> pairs = ExactReference.pairs(x, y, 0);
    double expected = ExactReference.coefficient(pairs, score);
    switch (correlator.compare(Slots.of(y), 0)) {
      case TOO_SHORT -> assertThat(pairs).hasSizeLessThan(8);
      case CONSTANT -> assertThat(expected).isNaN();
      case CANDIDATE -> {
        assertThat(pairs).hasSizeGreaterThanOrEqualTo(8);
        assertThat(correlator.coefficient()).isCloseTo(expected, within(1e-15));
        assertThat(correlator.common()).isEqualTo(pairs.size());
        assertThat(correlator.lag()).isZero();
      }
      case BELOW -> throw new AssertionError("no coefficient is below zero");
    }
  }

  @Property(tries = 300)
  void theBestOfAllLagsIsFound(
      @ForAll long seed,
      @ForAll Score score,
      @ForAll @IntRange(min = 8, max = 70) int size,
      @ForAll @IntRange(max = 10) int maxLag) {
    assertBestLag(new Random(seed), score, size, Math.min(maxLag, size - 8));
  }

  /// Takes enough values for a bound that rules out lags.
  @Property(tries = 60)
  void theBestOfAllLagsIsFoundAmongManyValues(@ForAll long seed) {
    assertBestLag(new Random(seed), Score.PEARSON, Segments.LEAST_VALUES + 20, 12);
  }

  private static void assertBestLag(Random random, Score score, int size, int lags) {
    double[] x = RandomSeries.of(random, size);
    double[] y = RandomSeries.of(random, size);
    var correlator = new Correlator(needle(x, score, lags));
    Assume.that(correlator.compare(Slots.of(y), 0) == Outcome.CANDIDATE);
    double best = 0;
    for (int lag = -lags; lag <= lags; lag++) {
      List<ExactReference.Pair> pairs = ExactReference.pairs(x, y, lag);
      double one = pairs.size() < 8 ? 0 : ExactReference.coefficient(pairs, score);
      best = Math.max(best, Double.isNaN(one) ? 0 : Math.abs(one));
    }
    List<ExactReference.Pair> found = ExactReference.pairs(x, y, correlator.lag());
    assertThat(correlator.common()).isEqualTo(found.size());
    assertThat(correlator.coefficient())
        .isCloseTo(ExactReference.coefficient(found, score), within(1e-15));
    assertThat(Math.abs(correlator.coefficient())).isCloseTo(best, within(1e-15));
  }

  /// A threshold rules out by estimates, which must not differ more than their margin.
  @Property(tries = 500)
  void theThresholdDecidesNothingButTheOutcome(
      @ForAll long seed, @ForAll Score score, @ForAll @IntRange(max = 6) int maxLag) {
    var random = new Random(seed);
    int size = random.nextBoolean() ? 40 : Segments.LEAST_VALUES + 6; // with bounds
    double[] x = RandomSeries.of(random, size);
    Slots y = Slots.of(RandomSeries.of(random, size));
    var correlator = new Correlator(needle(x, score, maxLag));
    Assume.that(correlator.compare(y, 0) == Outcome.CANDIDATE);
    double coefficient = correlator.coefficient();
    int lag = correlator.lag();
    assertThat(correlator.compare(y, Math.nextUp(Math.abs(coefficient)))).isEqualTo(Outcome.BELOW);
    assertThat(correlator.compare(y, Math.abs(coefficient))).isEqualTo(Outcome.CANDIDATE);
    assertThat(correlator.coefficient()).isEqualTo(coefficient);
    assertThat(correlator.lag()).isEqualTo(lag);
  }

  @Property(tries = 500)
  void estimatesAreWithinTheirMargin(@ForAll long seed) {
    var random = new Random(seed);
    int size = random.nextInt(8, Needle.MOST_SLOTS + 1);
    double[] x = RandomSeries.noise(random, size, 1e15, 100);
    double[] y = RandomSeries.noise(random, size, 1e9, 1e-3);
    y[0] = random.nextBoolean() ? 2e9 : y[0];
    double exact = CoMoments.of(x, y, size).coefficient();
    double[] unit = Objects.requireNonNull(needle(x, Score.PEARSON, 0).unit(0));
    assertThat(Estimate.ofPairs(x, y, size)).isCloseTo(exact, within(Estimate.MARGIN));
    assertThat(Estimate.ofUnit(unit, y, 0, size)).isCloseTo(exact, within(Estimate.MARGIN));
  }

  private static Needle needle(double[] values, Score score, int maxLag) {
    double[] finite = Arrays.stream(values).filter(Double::isFinite).toArray();
    Assume.that(finite.length >= Needle.LEAST_COMMON);
    Assume.that(!Estimate.isConstant(finite, 0, finite.length));
    return Needle.of(values, score, maxLag);
  }
}
