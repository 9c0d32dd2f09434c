package goku.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class SteadyTimeTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final ManualClock wall = new ManualClock(START);
  private final SteadyTime time = new SteadyTime(wall);

  @Test
  void theTimeAdvancesWhateverTheWallClockDoes() {
    long before = time.milliseconds();
    assertThat(before).isGreaterThanOrEqualTo(START.toEpochMilli());
    wall.advance(Duration.ofHours(-30));
    assertThat(time.milliseconds()).isBetween(before, before + Duration.ofHours(1).toMillis());
  }

  @Test
  void aWaitEndsWithItsConditionOrItsDeadline() throws InterruptedException {
    time.waitObject(this, () -> true, time.milliseconds());
    assertThatThrownBy(() -> time.waitObject(this, () -> false, time.milliseconds() + 1))
        .isInstanceOf(TimeoutException.class);
  }
}
