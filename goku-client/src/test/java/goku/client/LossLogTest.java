package goku.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LossLogTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final List<String> logged = new ArrayList<>();
  private final LossLog log = new LossLog(nanos::get, logged::add);

  @Test
  void logsTheFirstLossAtOnceAndThoseAfterItOnceAMinute() {
    log.lost(3, LossListener.Reason.BUFFER_FULL, null);
    log.lost(4, LossListener.Reason.BUFFER_FULL, null);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(59));
    log.lost(5, LossListener.Reason.BUFFER_FULL, null);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    log.lost(6, LossListener.Reason.NOT_DELIVERED, new IllegalStateException("no leader"));
    assertThat(logged)
        .isEqualTo(
            List.of(
                "datapoints for Goku lost count=3 reason=BUFFER_FULL",
                "datapoints for Goku lost count=15 reason=NOT_DELIVERED: no leader"));
  }
}
