package goku.root.expression.function;

import static goku.root.expression.SeriesExamples.points;
import static goku.root.expression.SeriesExamples.series;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import goku.root.expression.SeriesPoints;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class MovingAverageTest {
  @Example
  void theAverageIsZeroUntilTheWindowIsFull() {
    assertThat(average("3", points(3, 6, 9, 12))).containsExactly(0, 0, 6, 9);
    assertThat(average("'2s'", points(3, 6, 9, 12))).containsExactly(0, 0, 7.5, 10.5);
  }

  @Example
  void nanIsNoValue() {
    assertThat(average("2", points(3, Double.NaN, 6, 9))).containsExactly(0, 0, 4.5, 7.5);
    assertThat(average("'2s'", points(3, Double.NaN, 6, 8))).containsExactly(0, 0, 6, 7);
  }

  @Example
  void aLargeValueLeavesNothingBehind() {
    assertThat(average("1", points(1e300, 0.1, 0.2))).containsExactly(1e300, 0.1, 0.2);
  }

  @Property
  void theAverageOfACountEqualsItsDefinition(
      @ForAll("values") double[] values, @ForAll @IntRange(min = 1, max = 12) int count) {
    double[] averages = average(Integer.toString(count), points(values));

    for (int i = 0; i < values.length; i++) {
      double expected = i + 1 < count ? 0 : mean(values, i + 1 - count, i);
      assertThat(averages[i]).isCloseTo(expected, within(1e-6));
    }
  }

  @Property
  void theAverageOfATimeEqualsItsDefinition(
      @ForAll("values") double[] values,
      @ForAll List<@IntRange(min = 1, max = 5000) Integer> gaps,
      @ForAll @IntRange(min = 1, max = 9) int seconds) {
    int length = Math.min(values.length, gaps.size());
    long[] timestamps = new long[length];
    for (int i = 0; i < length; i++) {
      timestamps[i] = (i == 0 ? 0 : timestamps[i - 1]) + gaps.get(i);
    }
    double[] cut = Arrays.copyOf(values, length);

    double[] averages = average("'%ds'".formatted(seconds), new SeriesPoints(timestamps, cut));

    for (int i = 0; i < length; i++) {
      int first = 0;
      while (timestamps[i] - timestamps[first] >= seconds * 1000L) {
        first++;
      }
      double expected = first == 0 ? 0 : mean(cut, first, i);
      assertThat(averages[i]).isCloseTo(expected, within(1e-6));
    }
  }

  @Provide
  Arbitrary<double[]> values() {
    return Arbitraries.doubles()
        .between(-1e6, 1e6)
        .array(double[].class)
        .ofMinSize(1)
        .ofMaxSize(60);
  }

  private static double[] average(String window, SeriesPoints points) {
    return MovingAverage.of(window).apply(series("cpu", "", points)).points().values();
  }

  private static double mean(double[] values, int first, int last) {
    double sum = 0;
    for (int i = first; i <= last; i++) {
      sum += values[i];
    }
    return sum / (last - first + 1);
  }
}
