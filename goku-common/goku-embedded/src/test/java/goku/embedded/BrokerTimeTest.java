package goku.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BrokerTimeTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final AtomicLong nanos = new AtomicLong(7);
  private final BrokerTime time = new BrokerTime(InstantSource.system(), nanos::get);

  @Test
  void passesAsTheMachines() {
    long before = time.nanoseconds();
    nanos.addAndGet(SECOND);
    assertThat(time.nanoseconds() - before).isEqualTo(SECOND);
  }

  @Test
  void passesTenTimesAsFastInAHurry() {
    long before = time.nanoseconds();
    time.hurry();
    nanos.addAndGet(SECOND);
    assertThat(time.nanoseconds() - before).isEqualTo(10 * SECOND);
  }

  /// A thread may have read the machine's time before the end of the hurry and use it afterwards.
  @Test
  void doesNotGoBackAfterAHurry() {
    time.hurry();
    nanos.addAndGet(SECOND);
    long settled = time.nanoseconds();
    time.settle();
    assertThat(time.nanoseconds() - settled).isEqualTo(SECOND);
    nanos.addAndGet(SECOND);
    assertThat(time.nanoseconds() - settled).isEqualTo(2 * SECOND);
  }

  @Test
  void doesNotLeapWithoutAHurry() {
    long before = time.nanoseconds();
    time.settle();
    assertThat(time.nanoseconds()).isEqualTo(before);
  }
}
