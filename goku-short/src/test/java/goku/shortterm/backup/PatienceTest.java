package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PatienceTest {
  private static final Duration WHOLE = Duration.ofSeconds(10);

  private final Patience patience = new Patience(WHOLE);

  @Test
  void s3GetsTheWholeTimeOnceWhenItIsAway() {
    assertThat(patience.next(true)).isEqualTo(WHOLE);
    patience.heard(false);
    assertThat(patience.next(true)).isEqualTo(Duration.ofMillis(500));
    patience.heard(false);
    assertThat(patience.next(true)).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void aShardThatWouldReplayAllOfItsLogWaitsLonger() {
    patience.heard(false);
    assertThat(patience.next(false)).isEqualTo(Duration.ofMillis(2500));
  }

  @Test
  void itGetsTheWholeTimeAgainOnceItAnswers() {
    patience.heard(false);
    patience.heard(true);
    assertThat(patience.next(true)).isEqualTo(WHOLE);
  }
}
