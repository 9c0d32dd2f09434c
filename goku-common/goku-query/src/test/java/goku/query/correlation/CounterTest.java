package goku.query.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.PointBuffer;
import goku.model.ValueType;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CounterTest {
  private final PointBuffer rates = new PointBuffer();

  @Test
  void aCounterNeverFallsAndRises() {
    assertThat(Counter.matches(points(0, 1, 1, 2, 3, 3, 4, 9))).isTrue();
    assertThat(Counter.matches(points(5, 5, 5, 5, 5, 5, 5, 5))).isFalse();
    assertThat(Counter.matches(points(0, 1, 1, 2, 3, 2.9, 4, 9))).isFalse();
  }

  @Test
  void sevenDatapointsAreTooFew() {
    assertThat(Counter.matches(points(1, 2, 3, 4, 5, 6, 7))).isFalse();
    assertThat(Counter.matches(points(1, 2, 3, Double.NaN, 4, 5, 6, 7))).isFalse();
  }

  @Test
  void absentValuesAreSkipped() {
    double[] values = {1, 2, Double.NaN, 3, 4, Double.POSITIVE_INFINITY, 5, 6, 7, 8};
    assertThat(Counter.matches(points(values))).isTrue();
    assertThat(Counter.matches(points(Double.NaN, 1, 2, 3, 4, 5, 6, 7, 8))).isTrue();
    Counter.rates(points(values), rates);
    assertThat(times()).containsExactly(10_000, 30_000, 40_000, 60_000, 70_000, 80_000, 90_000);
    assertThat(values()).containsExactly(0.1, 0.05, 0.1, 0.05, 0.1, 0.1, 0.1);
  }

  @Test
  void aResetFallsBelowHalfOfTheValue() {
    assertThat(Counter.matches(points(10, 20, 30, 14, 20, 30, 40, 50))).isTrue();
    assertThat(Counter.matches(points(10, 20, 30, 15, 20, 30, 40, 50))).isFalse();
  }

  @Test
  void negativeValuesAreNoCounter() {
    assertThat(Counter.matches(points(-1, 0, 1, 2, 3, 4, 5, 6))).isFalse();
    assertThat(Counter.matches(points(1, 2, 3, -1, 1, 2, 3, 4))).isFalse();
  }

  @Test
  void ratesAreBetweenDatapointsAndNotAcrossResets() {
    Counter.rates(points(10, 20, 30, 2, 22), rates);
    assertThat(times()).containsExactly(10_000, 20_000, 40_000);
    assertThat(values()).containsExactly(1, 1, 2);
    Counter.rates(points(1, 1), rates);
    assertThat(times()).containsExactly(10_000);
    assertThat(values()).containsExactly(0);
  }

  @Test
  void integersBeyondDoublesAreExact() {
    var points = new PointBuffer();
    for (int i = 0; i < 8; i++) {
      points.add(i * 10_000L, ValueType.word((1L << 62) + i * 10L));
    }
    points.join(ValueType.LONGS, 0);
    assertThat(Counter.matches(points)).isTrue();
    Counter.rates(points, rates);
    assertThat(values()).hasSize(7).containsOnly(1);
  }

  @Test
  void sumsOfRollupsAndHistogramsAreNoCounters() {
    PointBuffer points = points(1, 2, 3, 4, 5, 6, 7, 8);
    points.beWeighted();
    assertThat(Counter.matches(points)).isFalse();
    points = points(1, 2, 3, 4, 5, 6, 7, 8);
    points.join(ValueType.HISTOGRAMS, 0);
    assertThat(Counter.matches(points)).isFalse();
  }

  /// Returns a datapoint every ten seconds.
  private static PointBuffer points(double... values) {
    var points = new PointBuffer();
    for (int i = 0; i < values.length; i++) {
      points.add(i * 10_000L, values[i]);
    }
    return points;
  }

  private long[] times() {
    return Arrays.copyOf(rates.timestamps(), rates.size());
  }

  private double[] values() {
    return Arrays.copyOf(rates.values(), rates.size());
  }
}
