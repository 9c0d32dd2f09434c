package goku.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TimeRangeTest {
  @Test
  void bothEndsBelongToTheRange() {
    var range = new TimeRange(10, 20);
    assertThat(range.contains(9)).isFalse();
    assertThat(range.contains(10)).isTrue();
    assertThat(range.contains(20)).isTrue();
    assertThat(range.contains(21)).isFalse();
  }

  @Test
  void rangeMayBeOneMomentButMayNotEndBeforeItsStart() {
    assertThat(new TimeRange(10, 10).contains(10)).isTrue();
    assertThatThrownBy(() -> new TimeRange(10, 9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cannot create a range: endMillis=9 is before startMillis=10");
  }
}
