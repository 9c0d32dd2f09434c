package goku.cardinality;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SoftLimitsTest {
  @Test
  void aWarningComesAtEightyPercentAndAFilterAtNinety() {
    assertThat(SoftLimits.warningAt(1_000)).isEqualTo(800);
    assertThat(SoftLimits.warningAt(7)).isEqualTo(5);
    assertThat(SoftLimits.filteredAt(1_000)).isEqualTo(900);
    assertThat(SoftLimits.withMargin(1_000)).isEqualTo(1_100);
  }

  @Test
  void theRoomThatIngestorsCountIsBounded() {
    assertThat(SoftLimits.filteredAt(100_000_000)).isEqualTo(99_500_000);
  }

  @Test
  void veryLargeLimitsDoNotOverflow() {
    assertThat(SoftLimits.warningAt(Long.MAX_VALUE)).isGreaterThan(Long.MAX_VALUE / 5 * 3);
  }
}
