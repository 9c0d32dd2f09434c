package goku.objectstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(1);

  @Test
  void doublesUpToTheLongestPause() {
    var backoff = new Backoff(FIRST, LONGEST, () -> 0);
    assertThat(backoff.pause(1)).isEqualTo(FIRST);
    assertThat(backoff.pause(2)).isEqualTo(Duration.ofSeconds(2));
    assertThat(backoff.pause(6)).isEqualTo(Duration.ofSeconds(32));
    assertThat(backoff.pause(7)).isEqualTo(LONGEST);
  }

  @Property
  void chanceShortensByAtMostAHalf(@ForAll @IntRange(min = 1) int failures, @ForAll long chance) {
    Duration whole = new Backoff(FIRST, LONGEST, () -> 0).pause(failures);
    Duration pause = new Backoff(FIRST, LONGEST, () -> chance).pause(failures);
    assertThat(pause).isBetween(whole.dividedBy(2), whole);
  }
}
