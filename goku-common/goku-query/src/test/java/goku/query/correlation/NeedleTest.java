package goku.query.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NeedleTest {
  @Test
  void aNeedleHasAtMost1440Slots() {
    assertThat(Needle.of(rising(1440), Score.PEARSON, 0).size()).isEqualTo(1440);
    assertRefused(rising(1441), 0, "slots=1441", "at most 1440");
  }

  @Test
  void aNeedleHasAtLeastEightValues() {
    double[] values = rising(9);
    values[3] = Double.NEGATIVE_INFINITY;
    assertThat(Needle.of(values, Score.PEARSON, 1).size()).isEqualTo(9);
    values[4] = Double.NaN;
    assertRefused(values, 0, "datapoints=7", "at least 8");
  }

  @Test
  void lagsLeaveEightCommonSlots() {
    assertThat(Needle.of(rising(12), Score.PEARSON, 4).lags()).isEqualTo(9);
    assertRefused(rising(12), 5, "lags=5", "between 0 and 4");
    assertRefused(rising(12), -1, "lags=-1", "between 0 and 4");
  }

  @Test
  void aConstantNeedleIsRefused() {
    double[] values = new double[10];
    values[2] = -0.0;
    values[4] = Double.NaN;
    assertRefused(values, 0, "all values are 0.0");
  }

  @Test
  void lagsAreOrderedByTheirDistanceFromZero() {
    assertThat(IntStream.range(0, 5).map(Needle::lag)).containsExactly(0, -1, 1, -2, 2);
  }

  @Test
  void aNeedleCountsItsValuesAndTheOverlapsOfAllLags() {
    assertThat(Needle.of(rising(100), Score.PEARSON, 2).heldBytes()).isEqualTo(6 * 800);
  }

  private static double[] rising(int size) {
    return IntStream.range(0, size).asDoubleStream().toArray();
  }

  private static void assertRefused(double[] values, int maxLag, String... texts) {
    assertThatThrownBy(() -> Needle.of(values, Score.PEARSON, maxLag))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("cannot correlate")
        .hasMessageContainingAll(texts);
  }
}
