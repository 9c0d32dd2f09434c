package goku.root.routing.choice;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class NodeMemoryTest {
  private final ManualClock clock = new ManualClock(Instant.EPOCH);
  private final NodeMemory memory = new NodeMemory(clock);

  @Test
  void aNodeThatFailsIsAvoidedForASecond() {
    assertThat(memory.isSuspect("n")).isFalse();
    memory.failed("n");
    assertThat(memory.isSuspect("n")).isTrue();
    assertThat(memory.isSuspect("other")).isFalse();
    clock.advance(Duration.ofSeconds(1));
    assertThat(memory.isSuspect("n")).isFalse();
  }

  @Test
  void oneCallFindsOutWhetherItIsBackWhileTheOthersGoOnAvoidingIt() {
    memory.failed("n");
    clock.advance(Duration.ofSeconds(1));
    memory.asked("n");
    assertThat(memory.isSuspect("n")).isTrue();
    memory.answered("n");
    assertThat(memory.isSuspect("n")).isFalse();
  }

  @Test
  void itIsTriedLessAndLessOftenUpToEverySixteenSeconds() {
    memory.failed("n");
    for (int seconds : new int[] {1, 2, 4, 8, 16, 16}) {
      clock.advance(Duration.ofMillis(seconds * 1000L - 1));
      assertThat(memory.isSuspect("n")).isTrue();
      clock.advance(Duration.ofMillis(1));
      assertThat(memory.isSuspect("n")).isFalse();
      memory.asked("n");
      memory.failed("n");
    }
  }

  @Test
  void aNodeThatIsOvertakenThreeTimesInARowIsAvoided() {
    memory.lost("n");
    memory.lost("n");
    memory.answered("n");
    memory.lost("n");
    memory.lost("n");
    assertThat(memory.isSuspect("n")).isFalse();
    memory.lost("n");
    assertThat(memory.isSuspect("n")).isTrue();
  }
}
