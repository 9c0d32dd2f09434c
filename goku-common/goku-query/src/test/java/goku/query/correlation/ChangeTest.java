package goku.query.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ChangeTest {
  @Property(tries = 300)
  void theDistanceIsTheGreatestBetweenTheDistributions(@ForAll long seed) {
    var random = new Random(seed);
    double[] baseline = random.ints(random.nextInt(1, 60), -5, 6).asDoubleStream().toArray();
    double[] window = random.ints(random.nextInt(1, 60), -4, 9).asDoubleStream().toArray();
    double greatest =
        DoubleStream.concat(Arrays.stream(baseline), Arrays.stream(window))
            .map(value -> Math.abs(share(baseline, value) - share(window, value)))
            .max()
            .orElseThrow();
    Change change = change(baseline, window);
    assertThat(change.distance()).isEqualTo(greatest);
    double n = baseline.length;
    double m = window.length;
    assertThat(change.score()).isCloseTo(greatest * Math.sqrt(n * m / (n + m)), within(1e-12));
  }

  private static double share(double[] values, double limit) {
    return (double) Arrays.stream(values).filter(value -> value <= limit).count() / values.length;
  }

  @Test
  void equalSamplesHaveNoChange() {
    assertThat(change(new double[] {3, 1, 2}, new double[] {1, 2, 3}))
        .isEqualTo(new Change(0, 0, 0));
  }

  @Test
  void zeroOfBothSignsIsEqual() {
    assertThat(change(new double[] {0.0, 0.0}, new double[] {-0.0, -0.0}))
        .isEqualTo(new Change(0, 0, 0));
  }

  @Test
  void separateSamplesHaveTheDistanceOne() {
    Change change = change(new double[] {1, 2, 3, 4}, new double[] {15});
    assertThat(change.distance()).isEqualTo(1);
    assertThat(change.score()).isEqualTo(Math.sqrt(0.8));
    assertThat(change.volume()).isEqualTo((15 - 2.5) / (15 + 2.5));
  }

  @Test
  void theVolumeIsWithinOne() {
    assertThat(change(new double[] {0, 0}, new double[] {5, 7}).volume()).isEqualTo(1);
    assertThat(change(new double[] {5, 7}, new double[] {0, 0}).volume()).isEqualTo(-1);
    double most = Double.MAX_VALUE;
    assertThat(change(new double[] {most, most}, new double[] {-most, -most}).volume())
        .isEqualTo(-1);
    assertThat(change(new double[] {-most, most, most}, new double[] {most}).volume())
        .isCloseTo(0.5, within(1e-15));
  }

  @Test
  void offsetsDoNotCostDigitsOfTheMean() {
    double[] baseline = {8e9, 8e9 + 1, 8e9 + 2};
    double[] window = {8e9 + 1, 8e9 + 2, 8e9 + 3};
    assertThat(change(baseline, window).volume()).isCloseTo(1 / (2 * (8e9 + 1.5)), within(1e-26));
  }

  @Test
  void onlyTheGivenNumberOfValuesIsCompared() {
    assertThat(Change.between(new double[] {1, 2, 99}, 2, new double[] {2, 1, 98}, 2))
        .isEqualTo(new Change(0, 0, 0));
  }

  private static Change change(double[] baseline, double[] window) {
    return Change.between(baseline.clone(), baseline.length, window.clone(), window.length);
  }
}
