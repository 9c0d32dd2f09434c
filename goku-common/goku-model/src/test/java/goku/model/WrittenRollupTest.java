package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.WrittenRollup.Function;
import org.junit.jupiter.api.Test;

class WrittenRollupTest {
  private static final WrittenRollup HOURLY = new WrittenRollup(3_600_000, Function.SUM);

  @Test
  void theMetricOfRollupsNamesIntervalAndFunction() {
    assertThat(HOURLY.of("m")).isEqualTo("m\u001er3600000-sum");
    assertThat(new WrittenRollup(900_000, Function.COUNT).of("m"))
        .isEqualTo("m\u001er900000-count");
  }
}
