package goku.http.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LingerTest {
  private final AtomicLong now =
      new AtomicLong(Long.MAX_VALUE - 3); // System.nanoTime() may overflow
  private final Linger linger = new Linger(Duration.ofNanos(20), now::get);

  @Test
  void theFirstLinesDoNotWait() {
    assertThat(linger.leftNanos()).isZero();
  }

  @Test
  void linesSoonAfterARestWaitUntilItIsAsLongAgoAsTheyMayLinger() {
    linger.rest();
    now.addAndGet(12);
    assertThat(linger.leftNanos()).isEqualTo(8);
  }

  @Test
  void linesAfterASilenceDoNotWait() {
    linger.rest();
    now.addAndGet(100);
    assertThat(linger.leftNanos()).isNegative();
  }
}
