package goku.root.routing.delay;

import static org.assertj.core.api.Assertions.assertThat;

import goku.root.routing.delay.Latencies.Wait;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  private final Latencies latencies =
      new Latencies(95, Duration.ofMillis(20), Duration.ofSeconds(1));

  @Test
  void beforeAnythingIsKnownTheDelayIsTheGreatest() {
    assertThat(delayMillis(Wait.HEADER)).isEqualTo(1000);
  }

  @Test
  void theDelayIsThePercentileOfRecentLatencies() {
    for (int i = 1; i <= 256; i++) {
      record(Wait.HEADER, i);
    }
    assertThat(delayMillis(Wait.HEADER)).isEqualTo(244);
    for (int i = 0; i < 256; i++) {
      record(Wait.HEADER, 300);
    }
    assertThat(delayMillis(Wait.HEADER)).isEqualTo(300);
  }

  @Test
  void theDelayStaysWithinItsLimits() {
    for (int i = 0; i < 100; i++) {
      record(Wait.LOOKUP, 1);
      record(Wait.LAST, 5000);
    }
    assertThat(delayMillis(Wait.LOOKUP)).isEqualTo(20);
    assertThat(delayMillis(Wait.LAST)).isEqualTo(1000);
  }

  private void record(Wait wait, long millis) {
    latencies.record(wait, TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private long delayMillis(Wait wait) {
    return TimeUnit.NANOSECONDS.toMillis(latencies.delayNanos(wait));
  }
}
