package goku.root.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TokenBucketsTest {
  private final AtomicLong now = new AtomicLong(-1_000_000);

  @Test
  void idleClientsAreDropped() {
    TokenBuckets buckets = buckets();
    for (int i = 0; i < 100; i++) {
      buckets.of("client " + i);
    }
    now.addAndGet(Duration.ofSeconds(9).toNanos());
    buckets.of("client 7");
    assertThat(buckets.size()).isEqualTo(100);
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    buckets.of("somebody new");
    assertThat(buckets.size()).isEqualTo(2);
  }

  @Test
  void theNumberOfClientsIsLimited() {
    TokenBuckets buckets = buckets();
    for (int i = 0; i < 100_000; i++) {
      buckets.of("client " + i);
      assertThat(buckets.size()).isLessThanOrEqualTo(1000);
    }
  }

  private TokenBuckets buckets() {
    var rate = new RefillRate(1, Duration.ofSeconds(10), now::get);
    return new TokenBuckets(new RateLimit(rate, "rate-limit", AdmissionOutcome.RATE), 1000);
  }
}
