package goku.standalone.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SendThrottleTest {
  @Test
  void noMoreAreSentInATimeThanTheRateSays() {
    long began = System.nanoTime();
    SendThrottle throttle = SendThrottle.of(1_000, 10);
    for (int payload = 0; payload < 10; payload++) {
      throttle.take(10);
    }
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(99_000_000);
  }

  @Test
  void aPayloadMayBeMoreThanComesInABurst() {
    SendThrottle throttle = SendThrottle.of(100_000, 5_000);
    throttle.take(5_000);
  }
}
