package goku.query.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntegralTest {
  @ParameterizedTest
  @ValueSource(doubles = {0, -0.0, -3, 0x1p63, -0x1p63})
  void wholeValuesUpTo2To63AreIntegers(double value) {
    assertThat(Integral.is(value)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0x1.0000000000001p63, -0x1p64, Double.NaN, Double.POSITIVE_INFINITY})
  void otherValuesAreNoIntegers(double value) {
    assertThat(Integral.is(value)).isFalse();
  }

  @Test
  void onlyTheFirstValuesOfAnArrayDecide() {
    double[] values = {1, 2, 0.5};
    assertThat(Integral.all(values, 2)).isTrue();
    assertThat(Integral.all(values, 3)).isFalse();
    assertThat(Integral.all(values, 0)).isTrue();
  }
}
