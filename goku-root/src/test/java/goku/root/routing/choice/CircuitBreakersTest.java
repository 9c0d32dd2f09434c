package goku.root.routing.choice;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CircuitBreakersTest {
  private final ManualClock clock = new ManualClock(Instant.EPOCH);
  private final CircuitBreakers breakers = new CircuitBreakers(clock);

  @Test
  void aNodeThatFailsIsAvoidedForASecond() {
    assertThat(breakers.isOpen("n")).isFalse();
    breakers.failed("n");
    assertThat(breakers.isOpen("n")).isTrue();
    assertThat(breakers.isOpen("other")).isFalse();
    clock.advance(Duration.ofSeconds(1));
    assertThat(breakers.isOpen("n")).isFalse();
  }

  @Test
  void oneCallProbesANodeWhileOthersStillAvoidIt() {
    breakers.failed("n");
    clock.advance(Duration.ofSeconds(1));
    breakers.called("n");
    assertThat(breakers.isOpen("n")).isTrue();
    breakers.succeeded("n");
    assertThat(breakers.isOpen("n")).isFalse();
  }

  @Test
  void thePauseBetweenProbesDoublesUpToSixteenSeconds() {
    breakers.failed("n");
    for (int seconds : new int[] {1, 2, 4, 8, 16, 16}) {
      clock.advance(Duration.ofMillis(seconds * 1000L - 1));
      assertThat(breakers.isOpen("n")).isTrue();
      clock.advance(Duration.ofMillis(1));
      assertThat(breakers.isOpen("n")).isFalse();
      breakers.called("n");
      breakers.failed("n");
    }
  }

  @Test
  void aNodeThatIsOvertakenThreeTimesInARowIsAvoided() {
    breakers.lostHedge("n");
    breakers.lostHedge("n");
    breakers.succeeded("n");
    breakers.lostHedge("n");
    breakers.lostHedge("n");
    assertThat(breakers.isOpen("n")).isFalse();
    breakers.lostHedge("n");
    assertThat(breakers.isOpen("n")).isTrue();
  }

  @Test
  void aCallToANodeThatLostAHedgeDoesNotOpenItsBreaker() {
    breakers.lostHedge("n");
    breakers.called("n");
    assertThat(breakers.isOpen("n")).isFalse();
  }

  @Test
  void aCallBeforeTheProbeDoesNotProlongThePause() {
    breakers.failed("n");
    clock.advance(Duration.ofMillis(500));
    breakers.called("n");
    clock.advance(Duration.ofMillis(500));
    assertThat(breakers.isOpen("n")).isFalse();
  }

  @Test
  void aFailureOfANodeThatLostAHedgeOpensItsBreaker() {
    breakers.lostHedge("n");
    breakers.failed("n");
    assertThat(breakers.isOpen("n")).isTrue();
  }

  @Test
  void aLostHedgeKeepsAnOpenBreakerOpen() {
    breakers.failed("n");
    breakers.lostHedge("n");
    assertThat(breakers.isOpen("n")).isTrue();
  }
}
