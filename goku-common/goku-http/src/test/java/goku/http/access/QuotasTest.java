package goku.http.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class QuotasTest {
  private static final Caller ANN = caller("ann", 100);
  private static final Caller BOB = caller("bob", 100);

  private final AtomicLong now = new AtomicLong();
  private final Quotas quotas = new Quotas(Grant::datapointsPerSecond, now::get);

  private static Caller caller(String name, int rate) {
    return new Caller(name, Grant.parse(List.of("datapoints-per-second=" + rate)));
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  @Test
  void whoHasNoRateNeverWaits() {
    Caller free = new Caller("free", Grant.ALL);
    for (Caller caller : List.of(free, Caller.ANYBODY)) {
      quotas.charge(caller, Long.MAX_VALUE / 4);
      assertThat(quotas.wait(caller)).isZero();
    }
  }

  @Test
  void aPauseIsWorthTenSeconds() {
    pass(Duration.ofDays(1));
    quotas.charge(ANN, 999);
    assertThat(quotas.wait(ANN)).isZero();
    quotas.charge(ANN, 1);
    assertThat(quotas.wait(ANN)).isEqualTo(Duration.ofMillis(10));
  }

  @Test
  void whoTakesMoreAtOncePaysItBackBeforeTheNextIsTaken() {
    quotas.charge(ANN, 3_000);
    assertThat(quotas.wait(ANN)).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(21));
    pass(Duration.ofSeconds(10));
    assertThat(quotas.wait(ANN)).isPositive();
    pass(Duration.ofSeconds(11));
    assertThat(quotas.wait(ANN)).isZero();
  }

  @Test
  void oneDoesNotUseUpWhatIsAnothers() {
    quotas.charge(ANN, 5_000);
    assertThat(quotas.wait(BOB)).isZero();
  }

  @Test
  void aRateThatIsChangedCountsAtOnce() {
    quotas.charge(ANN, 5_000);
    assertThat(quotas.wait(caller("ann", 1_000_000))).isZero();
  }
}
