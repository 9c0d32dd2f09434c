package goku.root.routing.delay;

import static org.assertj.core.api.Assertions.assertThat;

import goku.root.routing.delay.HedgeDelays.Operation;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HedgeDelaysTest {
  private final HedgeDelays hedgeDelays =
      new HedgeDelays(95, Duration.ofMillis(20), Duration.ofSeconds(1));

  @Test
  void theDelayIsTheMaximumWithoutSamples() {
    assertThat(delayMillis(Operation.HEADER)).isEqualTo(1000);
  }

  @Test
  void theDelayIsThePercentileOfRecentLatencies() {
    for (int i = 1; i <= 256; i++) {
      record(Operation.HEADER, i);
    }
    assertThat(delayMillis(Operation.HEADER)).isEqualTo(244);
    for (int i = 0; i < 256; i++) {
      record(Operation.HEADER, 300);
    }
    assertThat(delayMillis(Operation.HEADER)).isEqualTo(300);
  }

  @Test
  void theDelayStaysWithinItsLimits() {
    for (int i = 0; i < 100; i++) {
      record(Operation.LOOKUP, 1);
      record(Operation.LAST, 5000);
    }
    assertThat(delayMillis(Operation.LOOKUP)).isEqualTo(20);
    assertThat(delayMillis(Operation.LAST)).isEqualTo(1000);
  }

  @Test
  void theDelayIsTheMaximumBelowTwentySamples() {
    for (int i = 0; i < 19; i++) {
      record(Operation.HEADER, 100);
    }
    assertThat(delayMillis(Operation.HEADER)).isEqualTo(1000);
    record(Operation.HEADER, 100);
    assertThat(delayMillis(Operation.HEADER)).isEqualTo(100);
  }

  @Test
  void theDelayIsRefreshedEverySixteenSamples() {
    for (int i = 0; i < 20; i++) {
      record(Operation.HEADER, 100);
    }
    for (int i = 20; i < 31; i++) {
      record(Operation.HEADER, 200);
    }
    assertThat(delayMillis(Operation.HEADER)).isEqualTo(100);
    record(Operation.HEADER, 200);
    assertThat(delayMillis(Operation.HEADER)).isEqualTo(200);
  }

  @Test
  void theOrderOfLatenciesDoesNotMatter() {
    for (int i = 20; i > 0; i--) {
      record(Operation.HEADER, i * 20L);
    }
    assertThat(delayMillis(Operation.HEADER)).isEqualTo(400);
  }

  private void record(Operation operation, long millis) {
    hedgeDelays.record(operation, TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private long delayMillis(Operation operation) {
    return TimeUnit.NANOSECONDS.toMillis(hedgeDelays.delayNanos(operation));
  }
}
