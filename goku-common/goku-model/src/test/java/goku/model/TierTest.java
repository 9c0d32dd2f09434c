package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TierTest {
  private final Tier tier =
      new Tier(1, Duration.ofMillis(100), Duration.ofDays(1), true, Optional.empty(), false);

  @ParameterizedTest
  @CsvSource({"0, 0", "99, 0", "100, 100", "250, 200", "-1, -100", "-100, -100"})
  void windowsBeginAtMultiplesOfTheirLength(long millis, long start) {
    assertThat(tier.startOf(millis)).isEqualTo(start);
  }
}
