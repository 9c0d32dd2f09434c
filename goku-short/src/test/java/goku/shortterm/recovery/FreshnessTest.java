package goku.shortterm.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FreshnessTest {
  private static final Instant START = Instant.parse("2026-03-01T13:00:00Z");

  private final ManualClock clock = new ManualClock(START);
  private long applied = -1;
  private Instant written = Instant.EPOCH;
  private final Freshness freshness =
      new Freshness(
          () -> applied,
          () -> written.toEpochMilli(),
          () -> Duration.ofHours(24),
          clock,
          () -> nanos(clock.instant()));

  @Test
  void aShardThatHasTheEndIsAsFreshAsTheQuestion() {
    applied = 9;
    Instant asked = clock.instant();
    pass(40);
    freshness.endSeen(10, nanos(asked));
    assertThat(freshness.lagMillis()).isEqualTo(40);
    assertThat(freshness.lagRecords()).isZero();
    pass(460);
    assertThat(freshness.lagMillis()).isEqualTo(500);
    endSeen(10);
    assertThat(freshness.lagMillis()).isZero();
  }

  @Test
  void aShardWhoseConsumerStandsStillFallsBehind() {
    applied = 9;
    endSeen(10);
    for (int second = 1; second <= 30; second++) {
      pass(1000);
      endSeen(10 + second);
    }
    assertThat(freshness.lagMillis()).isEqualTo(30_000);
    assertThat(freshness.lagRecords()).isEqualTo(30);
  }

  @Test
  void withoutAnswersTheLagGrowsAlsoOfAShardThatMissesNothing() {
    applied = 9;
    endSeen(10);
    pass(120_000);
    assertThat(freshness.lagMillis()).isEqualTo(120_000);
    assertThat(freshness.lagRecords()).isZero();
  }

  @Test
  void aShardThatIsBehindMovesOnByTheEndsItComesTo() {
    applied = 9;
    endSeen(10);
    pass(1000);
    endSeen(20);
    pass(1000);
    endSeen(30);
    pass(1000);
    applied = 18;
    assertThat(freshness.lagMillis()).isEqualTo(3000);
    applied = 19;
    assertThat(freshness.lagMillis()).isEqualTo(2000);
    applied = 29;
    assertThat(freshness.lagMillis()).isEqualTo(1000);
  }

  @Test
  void ofAnEndThatStaysTheLastQuestionCounts() {
    applied = 9;
    endSeen(10);
    endSeen(20);
    pass(5000);
    endSeen(20);
    applied = 19;
    assertThat(freshness.lagMillis()).isZero();
  }

  @Test
  void untilTheFirstEndIsReachedTheAgeOfTheLastRecordCounts() {
    assertThat(freshness.lagMillis()).isEqualTo(Duration.ofHours(24).toMillis());
    assertThat(freshness.lagRecords()).isEqualTo(Freshness.UNKNOWN);
    applied = 4;
    written = START.minusSeconds(600);
    assertThat(freshness.lagMillis()).isEqualTo(600_000);
    endSeen(10);
    assertThat(freshness.hasCaughtUp()).isFalse();
    assertThat(freshness.lagMillis()).isEqualTo(600_000);
    written = START.minus(Duration.ofDays(400));
    assertThat(freshness.lagMillis()).isEqualTo(Duration.ofHours(24).toMillis());
    written = START.plusSeconds(5);
    assertThat(freshness.lagMillis()).as("a clock ahead of ours").isZero();
    pass(2000);
    applied = 9;
    assertThat(freshness.hasCaughtUp()).isTrue();
    assertThat(freshness.lagMillis()).isEqualTo(2000);
  }

  @Test
  void anEmptyLogIsHadByAShardWithoutRecords() {
    endSeen(0);
    assertThat(freshness.hasCaughtUp()).isTrue();
    assertThat(freshness.lagMillis()).isZero();
    assertThat(freshness.lagRecords()).isZero();
  }

  @Test
  void aLogThatBecameShorterIsCaughtUpWith() {
    applied = 9;
    endSeen(1000);
    pass(1000);
    endSeen(10);
    assertThat(freshness.lagMillis()).isZero();
  }

  @Test
  void longAbsencesTakeNoMoreThanSomeEnds() {
    applied = 0;
    endSeen(1);
    for (int second = 1; second <= 10_000; second++) {
      pass(1000);
      endSeen(1 + second);
    }
    applied = 5000;
    assertThat(freshness.lagMillis())
        .as("never younger than it is, and not much older")
        .isBetween(5_000_000L, 5_700_000L);
    applied = 9000;
    assertThat(freshness.lagMillis()).isBetween(1_000_000L, 1_700_000L);
    applied = 10_000;
    assertThat(freshness.lagMillis()).isZero();
  }

  private void endSeen(long end) {
    freshness.endSeen(end, nanos(clock.instant()));
  }

  private void pass(long millis) {
    clock.advance(Duration.ofMillis(millis));
  }

  private static long nanos(Instant at) {
    return TimeUnit.MILLISECONDS.toNanos(Duration.between(START, at).toMillis());
  }
}
