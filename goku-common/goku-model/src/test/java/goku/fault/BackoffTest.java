package goku.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  @Test
  void pausesDoubleUpToTheLongest() {
    assertThat(BACKOFF.pause(1)).isEqualTo(Duration.ofSeconds(1));
    assertThat(BACKOFF.pause(2)).isEqualTo(Duration.ofSeconds(2));
    assertThat(BACKOFF.pause(6)).isEqualTo(Duration.ofSeconds(32));
    assertThat(BACKOFF.pause(7)).isEqualTo(Duration.ofMinutes(1));
    assertThat(BACKOFF.pause(Integer.MAX_VALUE)).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void theFirstPauseIsNotLongerThanTheLongest() {
    var backoff = new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1));
    assertThat(backoff.pause(1)).isEqualTo(Duration.ofSeconds(1));
  }

  @Property
  void chanceShortensAPauseByAtMostAHalf(
      @ForAll @IntRange(min = 1) int failures, @ForAll long chance) {
    Duration whole = BACKOFF.pause(failures);
    Duration pause = BACKOFF.pause(failures, () -> chance);
    assertThat(pause).isBetween(whole.dividedBy(2), whole);
  }
}
