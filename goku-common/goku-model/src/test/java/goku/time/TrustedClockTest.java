package goku.time;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TrustedClockTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration LEAP = Duration.ofHours(30);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration SETTLE = Duration.ofMinutes(10);

  private final ManualClock wall = new ManualClock(START);
  private final AtomicLong nanos = new AtomicLong(77);
  private final AtomicLong asleep = new AtomicLong(5);
  private final ElapsedTime elapsed = new ElapsedTime(nanos::get, asleep::get);

  @Test
  void aFreshClockIsTrustedAndShowsTheWallClock() {
    TrustedClock clock = TrustedClock.fresh(wall, elapsed);
    pass(Duration.ofDays(3));
    assertTrusted(clock, START.plus(Duration.ofDays(3)));
    assertThat(clock.certain()).contains(START.plus(Duration.ofDays(3)));
  }

  @Test
  void aStepOfTwoSecondsIsFollowedInBothDirections() {
    TrustedClock clock = TrustedClock.fresh(wall, elapsed);
    wall.advance(Duration.ofSeconds(2));
    assertTrusted(clock, START.plusSeconds(2));
    wall.advance(Duration.ofSeconds(-4));
    assertTrusted(clock, START.minusSeconds(2));
  }

  @Test
  void aSlowDriftIsFollowedHoweverLong() {
    TrustedClock clock = TrustedClock.fresh(wall, elapsed);
    for (int i = 0; i < 1000; i++) {
      pass(MINUTE);
      wall.advance(SECOND);
      assertThat(clock.instant()).isEqualTo(wall.instant());
    }
    assertThat(clock.status().trusted()).isTrue();
  }

  @Test
  void aLeapForwardIsNotFollowed() {
    TrustedClock clock = TrustedClock.fresh(wall, elapsed);
    wall.advance(LEAP);
    assertThat(clock.instant()).isEqualTo(START);
    assertThat(clock.earliest().instant()).isEqualTo(START);
    pass(MINUTE);
    assertThat(clock.instant()).isEqualTo(START.plus(MINUTE));
    assertThat(clock.earliest().instant()).isEqualTo(START.plus(MINUTE));
    assertThat(clock.certain()).isEmpty();
    assertThat(clock.status())
        .isEqualTo(
            new ClockStatus(
                false,
                LEAP.toMillis(),
                "the system clock leapt by +30h00m00s, time continues without the leap"));
  }

  @Test
  void aLeapBackwardIsNotFollowedAndDelaysWhatDestroys() {
    TrustedClock clock = TrustedClock.fresh(wall, elapsed);
    wall.advance(LEAP.negated());
    pass(MINUTE);
    assertThat(clock.instant()).isEqualTo(START.plus(MINUTE));
    assertThat(clock.earliest().instant()).isEqualTo(START.plus(MINUTE).minus(LEAP));
  }

  @Test
  void aLeapThatIsUndoneLeavesNoTrace() {
    TrustedClock clock = TrustedClock.fresh(wall, elapsed);
    wall.advance(LEAP);
    assertThat(clock.status().trusted()).isFalse();
    pass(MINUTE);
    wall.advance(LEAP.negated());
    assertTrusted(clock, START.plus(MINUTE));
  }

  @Test
  void aLeapThatLastsTenMinutesIsBelieved() {
    TrustedClock clock = TrustedClock.fresh(wall, elapsed);
    wall.advance(LEAP);
    assertThat(clock.status().trusted()).isFalse();
    pass(SETTLE.minusMillis(1));
    assertThat(clock.instant()).isEqualTo(START.plus(SETTLE).minusMillis(1));
    pass(Duration.ofMillis(1));
    assertTrusted(clock, START.plus(SETTLE).plus(LEAP));
  }

  @Test
  void aClockThatLeapsAgainStartsToSettleAnew() {
    TrustedClock clock = TrustedClock.fresh(wall, elapsed);
    for (int i = 0; i < 20; i++) {
      wall.advance(LEAP);
      assertThat(clock.status().trusted()).isFalse();
      pass(Duration.ofMinutes(9));
    }
    assertThat(clock.instant()).isEqualTo(START.plus(Duration.ofHours(3)));
  }

  @Test
  void aConfirmedLeapIsFollowedAtOnce() {
    TrustedClock clock = TrustedClock.witnessed(wall, elapsed, START);
    wall.advance(LEAP);
    assertThat(clock.instant()).isEqualTo(START);
    clock.hear(List.of(testimony(START.plus(LEAP).plusSeconds(20))));
    assertTrusted(clock, START.plus(LEAP));
  }

  @Test
  void aContradictedLeapIsNeverBelieved() {
    TrustedClock clock = TrustedClock.witnessed(wall, elapsed, START);
    wall.advance(LEAP);
    clock.hear(List.of(testimony(START)));
    pass(Duration.ofDays(1));
    assertThat(clock.instant()).isEqualTo(START.plus(Duration.ofDays(1)));
    assertThat(clock.status().trusted()).isFalse();
  }

  @Test
  void aLeapThatOneOfTwoClocksContradictsIsNotFollowed() {
    TrustedClock clock = TrustedClock.witnessed(wall, elapsed, START);
    wall.advance(LEAP);
    clock.hear(List.of(testimony(START.plus(LEAP)), testimony(START)));
    pass(SETTLE);
    assertThat(clock.instant()).isEqualTo(START.plus(SETTLE));
  }

  @Test
  void theTimeThatATestimonyTravelledIsAdded() {
    TrustedClock clock = TrustedClock.witnessed(wall, elapsed, START);
    Testimony early = testimony(START);
    pass(Duration.ofHours(2));
    clock.hear(List.of(early));
    assertTrusted(clock, START.plus(Duration.ofHours(2)));
  }

  @Test
  void aLeapIsNeverBelievedWhileTheOtherClocksAreSilent() {
    TrustedClock clock = TrustedClock.witnessed(wall, elapsed, START);
    wall.advance(LEAP);
    assertThat(clock.status().trusted()).isFalse();
    clock.hear(List.of());
    pass(Duration.ofDays(30));
    assertThat(clock.instant()).isEqualTo(START.plus(Duration.ofDays(30)));
    assertThat(clock.certain()).isEmpty();
  }

  @Test
  void aSuspensionOfTheMachineIsFollowedAtOnce() {
    TrustedClock clock = TrustedClock.fresh(wall, elapsed);
    wall.advance(LEAP);
    asleep.addAndGet(LEAP.plusMillis(30).toNanos());
    assertTrusted(clock, START.plus(LEAP));
  }

  @Test
  void aLeapDuringASuspensionIsNotFollowed() {
    TrustedClock clock = TrustedClock.fresh(wall, elapsed);
    wall.advance(LEAP.multipliedBy(2));
    asleep.addAndGet(LEAP.toNanos());
    assertThat(clock.instant()).isEqualTo(START.plus(LEAP));
  }

  @Test
  void aStartAfterAShortStopIsTrusted() {
    wall.advance(Duration.ofHours(1));
    TrustedClock clock = TrustedClock.resumed(wall, elapsed, START);
    assertTrusted(clock, START.plus(Duration.ofHours(1)));
  }

  @Test
  void aStartAfterALongStopShowsTheWallClockButDestroysByTheLastKnownTime() {
    wall.advance(LEAP);
    TrustedClock clock = TrustedClock.resumed(wall, elapsed, START);
    pass(MINUTE);
    assertThat(clock.instant()).isEqualTo(START.plus(LEAP).plus(MINUTE));
    assertThat(clock.earliest().instant()).isEqualTo(START.plus(MINUTE));
    assertThat(clock.certain()).isEmpty();
    assertThat(clock.status().doubt())
        .isEqualTo("the system clock is +30h00m00s from the last known time");
    pass(SETTLE);
    assertTrusted(clock, START.plus(LEAP).plus(MINUTE).plus(SETTLE));
  }

  @Test
  void aStartWithAClockAheadIsTrustedOnceTheClockIsRight() {
    wall.advance(LEAP);
    TrustedClock clock = TrustedClock.resumed(wall, elapsed, START);
    pass(MINUTE);
    assertThat(clock.status().trusted()).isFalse();
    wall.advance(LEAP.negated());
    assertTrusted(clock, START.plus(MINUTE));
  }

  @Test
  void aStartBeforeTheLastKnownTimeDestroysByTheWallClock() {
    wall.advance(LEAP.negated());
    TrustedClock clock = TrustedClock.resumed(wall, elapsed, START);
    assertThat(clock.status().trusted()).isFalse();
    assertThat(clock.instant()).isEqualTo(START.minus(LEAP));
    assertThat(clock.earliest().instant()).isEqualTo(START.minus(LEAP));
    pass(SETTLE);
    assertTrusted(clock, START.minus(LEAP).plus(SETTLE));
  }

  @Test
  void aStartWithoutHistoryDestroysNothingUntilItIsConfirmed() {
    TrustedClock clock = TrustedClock.witnessed(wall, elapsed, Instant.EPOCH);
    assertThat(clock.instant()).isEqualTo(START);
    assertThat(clock.earliest().instant()).isEqualTo(Instant.EPOCH);
    clock.hear(List.of(testimony(START)));
    assertTrusted(clock, START);
  }

  @Test
  void aConstantSkewIsDisputedAndDestroysByTheEarlierClock() {
    TrustedClock clock = TrustedClock.witnessed(wall, elapsed, START);
    Duration skew = Duration.ofHours(3);
    clock.hear(List.of(testimony(START.minus(skew))));
    pass(SETTLE);
    assertThat(clock.instant()).isEqualTo(START.plus(SETTLE));
    assertThat(clock.earliest().instant()).isEqualTo(START.plus(SETTLE).minus(skew));
    assertThat(clock.status())
        .isEqualTo(
            new ClockStatus(
                false,
                skew.toMillis(),
                "the system clock is +3h00m00s from that of another machine"));
    wall.advance(skew.negated());
    clock.hear(List.of(testimony(wall.instant())));
    assertTrusted(clock, wall.instant());
  }

  @Test
  void aConstantSkewIntoThePastDestroysByTheWallClock() {
    TrustedClock clock = TrustedClock.witnessed(wall, elapsed, START);
    clock.hear(List.of(testimony(START.plus(Duration.ofHours(3)))));
    assertThat(clock.status().trusted()).isFalse();
    assertThat(clock.earliest().instant()).isEqualTo(START);
  }

  @Test
  void silenceChangesNothing() {
    TrustedClock clock = TrustedClock.witnessed(wall, elapsed, START);
    clock.hear(List.of(testimony(START.minus(LEAP))));
    clock.hear(List.of());
    assertThat(clock.status().trusted()).isFalse();
  }

  @Test
  void aThreadThatStopsBetweenTheTwoClocksSeesNoLeap() {
    InstantSource slowOnce =
        new InstantSource() {
          private Optional<Duration> stop = Optional.empty();

          @Override
          public Instant instant() {
            Instant read = wall.instant();
            if (wall.instant().isAfter(START) && stop.isEmpty()) {
              stop = Optional.of(MINUTE);
              pass(MINUTE);
            }
            return read;
          }
        };
    TrustedClock clock = TrustedClock.fresh(slowOnce, elapsed);
    pass(SECOND);
    assertTrusted(clock, START.plus(SECOND).plus(MINUTE));
  }

  @Test
  void aClockThatIsNotCheckedIsItsOwnEarliestTime() {
    assertThat(TrustedClock.earliestOf(wall)).isSameAs(wall);
    TrustedClock clock = TrustedClock.fresh(wall, elapsed);
    wall.advance(LEAP);
    assertThat(TrustedClock.earliestOf(clock).instant()).isEqualTo(START);
  }

  @Test
  void theLatestTimeOfALeaptClockIsTheLaterOfTheWallClockAndTheElapsedTime() {
    TrustedClock ahead = TrustedClock.fresh(wall, elapsed);
    wall.advance(LEAP);
    pass(MINUTE);
    assertLatest(ahead, START.plus(LEAP).plus(MINUTE));
    TrustedClock behind = TrustedClock.fresh(wall, elapsed);
    wall.advance(LEAP.negated());
    assertLatest(behind, START.plus(LEAP).plus(MINUTE));
  }

  @Test
  void theLatestTimeOfADisputedClockIsThatOfTheLatestOtherClock() {
    TrustedClock clock = TrustedClock.witnessed(wall, elapsed, START);
    clock.hear(List.of(testimony(START.plus(LEAP)), testimony(START.minus(LEAP))));
    pass(MINUTE);
    assertThat(clock.earliest().instant()).isEqualTo(START.minus(LEAP).plus(MINUTE));
    assertLatest(clock, START.plus(LEAP).plus(MINUTE));
    clock.hear(List.of(testimony(START)));
    assertLatest(clock, START.plus(MINUTE));
  }

  @Test
  void aClockThatIsNotCheckedIsItsOwnLatestTime() {
    assertThat(TrustedClock.latestMillis(wall)).isEqualTo(START.toEpochMilli());
  }

  /// The latest time is that of the clock, and of the clock of the earliest time.
  private static void assertLatest(TrustedClock clock, Instant latest) {
    assertThat(TrustedClock.latestMillis(clock)).isEqualTo(latest.toEpochMilli());
    assertThat(TrustedClock.latestMillis(clock.earliest())).isEqualTo(latest.toEpochMilli());
  }

  private static void assertTrusted(TrustedClock clock, Instant now) {
    assertThat(clock.instant()).isEqualTo(now);
    assertThat(clock.earliest().instant()).isEqualTo(now);
    assertLatest(clock, now);
    assertThat(clock.status().trusted()).isTrue();
    assertThat(clock.status().doubt()).isEmpty();
  }

  private Testimony testimony(Instant time) {
    return new Testimony(time.toEpochMilli(), nanos.get());
  }

  private void pass(Duration time) {
    wall.advance(time);
    nanos.addAndGet(time.toNanos());
  }
}
