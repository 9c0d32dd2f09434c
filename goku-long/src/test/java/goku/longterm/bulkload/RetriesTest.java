package goku.longterm.bulkload;

import static org.assertj.core.api.Assertions.assertThat;

import goku.longterm.Buckets;
import goku.testkit.ManualClock;
import goku.tier.BucketKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetriesTest {
  private static final BucketKey BUCKET = Buckets.key(1, 100, 1);
  private static final BucketKey OTHER = Buckets.key(1, 101, 1);

  private final ManualClock clock = new ManualClock(Instant.EPOCH);
  private final Retries retries = new Retries(clock);

  @Test
  void pausesDoubleUpToALimit() {
    assertThat(pauses(new IllegalStateException("away"), 9))
        .containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 300L, 300L, 300L);
    retries.succeeded(BUCKET);
    assertThat(pauses(new DamagedBucketException("damaged"), 8))
        .containsExactly(60L, 120L, 240L, 480L, 960L, 1920L, 3600L, 3600L);
  }

  @Test
  void transientFailuresAreNotReportedAtOnce() {
    for (int i = 0; i < 3; i++) {
      assertThat(retries.complaint()).isEmpty();
      assertThat(retries.failed(BUCKET, new IllegalStateException("away"))).isEqualTo(i == 0);
    }
    assertThat(retries.complaint()).contains("away");
    retries.failed(OTHER, new DamagedBucketException("a damaged one"));
    assertThat(retries.complaint())
        .contains("2 buckets cannot be loaded, one cause: a damaged one");
    retries.retain(List.of(OTHER));
    assertThat(retries.complaint()).contains("a damaged one");
    assertThat(retries.isDue(BUCKET)).isTrue();
    retries.succeeded(OTHER);
    assertThat(retries.complaint()).isEmpty();
  }

  private List<Long> pauses(RuntimeException why, int count) {
    List<Long> seconds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      var _ = retries.failed(BUCKET, why);
      Instant start = clock.instant();
      while (!retries.isDue(BUCKET)) {
        clock.advance(Duration.ofSeconds(1));
      }
      seconds.add(Duration.between(start, clock.instant()).toSeconds());
    }
    return seconds;
  }
}
