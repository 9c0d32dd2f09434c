package goku.query.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterpolationTest {
  /// Interpolates between the points (1000, 20) and (1300, 50).
  @ParameterizedTest
  @CsvSource({
    "LINEAR, 30",
    "ZERO, 0",
    "LARGEST, 1.7976931348623157e308",
    "SMALLEST, -1.7976931348623157e308",
    "PREVIOUS, 20"
  })
  void floatBetweenTwoPointsFollowsTheKind(Interpolation kind, double expected) {
    assertThat(kind.between(1100, 1000, 20.0, 1300, 50.0)).isEqualTo(expected);
  }

  /// Interpolates between the points (1000, 20) and (1300, 51).
  @ParameterizedTest
  @CsvSource({
    "LINEAR, 30",
    "ZERO, 0",
    "LARGEST, 9223372036854775807",
    "SMALLEST, -9223372036854775808",
    "PREVIOUS, 20"
  })
  void integerBetweenTwoPointsFollowsTheKindAndIsCut(Interpolation kind, long expected) {
    assertThat(kind.between(1100, 1000, 20L, 1300, 51L)).isEqualTo(expected);
  }
}
