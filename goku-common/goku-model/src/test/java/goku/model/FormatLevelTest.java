package goku.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FormatLevelTest {
  @Test
  void aFixedLevelIsAtLeastTheFirst() {
    assertThat(FormatLevel.fixed(FormatLevel.FIRST).level()).isEqualTo(1);
    assertThat(FormatLevel.newest().level()).isEqualTo(FormatLevel.NEWEST);
    assertThatThrownBy(() -> FormatLevel.fixed(0)).hasMessage("format level=0: must be at least 1");
  }
}
