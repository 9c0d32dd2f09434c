package goku.compactor;

import static org.assertj.core.api.Assertions.assertThat;

import goku.compactor.plan.Deployments;
import goku.model.Namespace;
import goku.model.Tier;
import goku.testkit.ManualClock;
import goku.testkit.compactor.IdleRun;
import goku.tier.Retention;
import goku.time.ElapsedTime;
import goku.time.TrustedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A compactor on a machine whose clock is two years ahead for a round: everything would expire.
class WrongClockTest {
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
  private static final Instant NOW = START.plus(Duration.ofHours(34));
  private static final Duration LEAP = Duration.ofDays(730);
  private static final Namespace NAMESPACE = Deployments.namespace(1, 1, Deployments.rollups());

  @TempDir private Path directory;

  private final MemoryStorage storage = new MemoryStorage();
  private final ManualClock wall = new ManualClock(NOW);
  private final AtomicLong nanos = new AtomicLong();
  private final ElapsedTime elapsed = new ElapsedTime(nanos::get, () -> 0);

  @BeforeEach
  void finalizeADay() {
    for (int window = 0; window < 13; window++) {
      long start = START.plus(Tier.MEMORY_BUCKET.multipliedBy(window)).toEpochMilli();
      Compactors.finalized(storage, 0, start, 1, 1, 2, 3);
    }
  }

  @Test
  void aRoundTwoYearsAheadRemovesAndBuildsNothing() throws Exception {
    TrustedClock clock = TrustedClock.fresh(wall, elapsed);
    round(clock);
    Map<String, String> before = storage.content();
    wall.advance(LEAP);
    round(clock);
    assertThat(storage.content()).isEqualTo(before);
    wall.advance(LEAP.negated());
    round(clock);
    assertThat(storage.content()).isEqualTo(before);
  }

  @Test
  void aStartTwoYearsAheadRemovesAndBuildsNothing() throws Exception {
    round(TrustedClock.fresh(wall, elapsed));
    Map<String, String> before = storage.content();
    wall.advance(LEAP);
    round(TrustedClock.resumed(wall, elapsed, NOW));
    assertThat(storage.content()).isEqualTo(before);
  }

  @Test
  void twoYearsThatHaveReallyPassedRemoveWhatIsExpired() throws Exception {
    round(TrustedClock.fresh(wall, elapsed));
    wall.advance(LEAP);
    TrustedClock clock = TrustedClock.resumed(wall, elapsed, NOW);
    wall.advance(Duration.ofMinutes(10));
    nanos.addAndGet(Duration.ofMinutes(10).toNanos());
    round(clock);
    assertThat(storage.content()).containsOnlyKeys(Retention.KEY);
  }

  private void round(TrustedClock clock) throws InterruptedException {
    try (var service = Compactors.of(directory, NAMESPACE, clock.earliest(), storage)) {
      IdleRun.untilIdle(service);
    }
  }
}
