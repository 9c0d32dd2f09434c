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

  @Test
  void theMarkIsRemovedFromTheName() {
    assertThat(WrittenRollup.metric("m\u001er3600000-sum")).isEqualTo("m");
    assertThat(WrittenRollup.metric("m\u001e7\u001er3600000-sum")).isEqualTo("m\u001e7");
    assertThat(WrittenRollup.isMarked("m\u001er3600000-sum")).isTrue();
  }

  @Test
  void otherNamesHaveNoMark() {
    for (String name : new String[] {"m", "r1-sum", "", "m\u001e7", "m\u001e"}) {
      assertThat(WrittenRollup.isMarked(name)).as(name).isFalse();
      assertThat(WrittenRollup.metric(name)).isEqualTo(name);
      byte[] bytes = NameText.bytes(name);
      assertThat(WrittenRollup.endOfMetric(bytes, bytes.length)).isEqualTo(bytes.length);
    }
  }

  @Test
  void theMarkIsFoundInStoredBytes() {
    byte[] bytes = NameText.bytes(HOURLY.of("a b") + "rest");
    assertThat(WrittenRollup.endOfMetric(bytes, bytes.length - 4)).isEqualTo(3);
    assertThat(WrittenRollup.endOfMetric(bytes, 3)).isEqualTo(3);
  }
}
