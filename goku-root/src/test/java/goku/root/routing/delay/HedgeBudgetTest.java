package goku.root.routing.delay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HedgeBudgetTest {
  private final AtomicLong nanos = new AtomicLong();
  private final HedgeBudget budget = new HedgeBudget(nanos::get);

  @Test
  void theBudgetAllowsABurst() {
    assertThat(taken()).isEqualTo(10);
  }

  @Test
  void theBudgetGrowsByATenthOfTheCalls() {
    taken();
    for (int i = 0; i < 31; i++) {
      budget.called();
    }
    assertThat(taken()).isEqualTo(3);
  }

  @Test
  void theBudgetGrowsByOneEverySecond() {
    taken();
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(2100));
    assertThat(taken()).isEqualTo(2);
  }

  @Test
  void theUnusedBudgetDoesNotExceedTheBurst() {
    for (int i = 0; i < 1000; i++) {
      budget.called();
    }
    nanos.addAndGet(TimeUnit.HOURS.toNanos(1));
    assertThat(taken()).isEqualTo(10);
  }

  private int taken() {
    int taken = 0;
    while (budget.take()) {
      taken++;
    }
    return taken;
  }
}
