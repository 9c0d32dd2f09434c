package goku.query.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SegmentsTest {
  private static final int SIZE = 300;

  @Property(tries = 300)
  void theBoundIsNeverBelowTheCoefficient(
      @ForAll long seed, @ForAll @IntRange(min = -20, max = 20) int lag) {
    var random = new Random(seed);
    double[] series = RandomSeries.of(random, SIZE);
    if (!Slots.of(series).isFull()) {
      return;
    }
    double[] unit = unit(RandomSeries.noise(random, SIZE, 5, 1), lag);
    var overlaps = new Overlaps(SIZE);
    overlaps.set(series);
    int from = Math.max(0, lag);
    double coefficient = Math.abs(overlaps.estimate(unit, null, series, from, 1));
    var segments = new Segments(unit);
    for (double limit = 0; limit < 1; limit += 1.0 / 64) {
      double bounded = overlaps.estimate(unit, segments, series, from, limit);
      if (bounded == 0) {
        assertThat(coefficient).isLessThan(limit);
      } else {
        assertThat(Math.abs(bounded)).isEqualTo(coefficient);
      }
    }
  }

  /// Bounds equal their coefficients if each eighth is constant.
  @Property(tries = 100)
  void aBoundThatEqualsItsCoefficientRulesNothingOut(@ForAll long seed) {
    double[] levels = RandomSeries.noise(new Random(seed), 8, 0, 1);
    double[] series = IntStream.range(0, 320).mapToDouble(i -> levels[i / 40]).toArray();
    assertIsNotRuledOut(series, series);
  }

  /// Takes a last eighth whose squares are lost in the prefix sums of all squares, but that adds
  /// more than the margin to the coefficient.
  @Property(tries = 100)
  void lostDigitsOfPrefixSumsRuleNothingOut(@ForAll long seed) {
    double[] needle = RandomSeries.noise(new Random(seed), 320, 0, 1);
    double[] series = needle.clone();
    for (int i = 280; i < 320; i++) {
      series[i] = 1e-7 * needle[i];
      needle[i] *= 4;
    }
    assertIsNotRuledOut(needle, series);
  }

  private static void assertIsNotRuledOut(double[] needle, double[] series) {
    double[] unit = unit(needle, 0);
    var overlaps = new Overlaps(series.length);
    overlaps.set(series);
    double coefficient = overlaps.estimate(unit, null, series, 0, 0);
    assertThat(overlaps.estimate(unit, new Segments(unit), series, 0, Math.abs(coefficient)))
        .isEqualTo(coefficient);
  }

  /// The bound of smooth series is near the coefficient, otherwise no lag would be ruled out.
  @Test
  void aSmoothNeedleRulesOutNoise() {
    double[] unit = unit(steps(3), 0);
    double[] noise = RandomSeries.noise(new Random(7), SIZE, 1e9, 10);
    var overlaps = new Overlaps(SIZE);
    overlaps.set(noise);
    double coefficient = overlaps.estimate(unit, new Segments(unit), noise, 0, 0);
    assertThat(Math.abs(coefficient)).isBetween(0.001, 0.3);
    assertThat(overlaps.estimate(unit, new Segments(unit), noise, 0, 0.9)).isZero();
  }

  @Test
  void theCoefficientOneIsNotRuledOut() {
    double[] unit = unit(steps(3), 0);
    var overlaps = new Overlaps(SIZE);
    double[] same = steps(3);
    overlaps.set(same);
    assertThat(overlaps.estimate(unit, new Segments(unit), same, 0, 1)).isCloseTo(1, within(1e-13));
  }

  /// Returns a series that rises once, in the middle of an eighth.
  private static double[] steps(double height) {
    return IntStream.range(0, SIZE).mapToDouble(i -> i < 130 ? 1 : height + i * 1e-3).toArray();
  }

  private static double[] unit(double[] values, int lag) {
    int order = lag < 0 ? -2 * lag - 1 : 2 * lag;
    return Objects.requireNonNull(Needle.of(values, Score.PEARSON, 20).unit(order));
  }
}
