package goku.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The clock of a process: its wall clock, as long as nothing speaks against it.
///
/// Each reading compares the wall clock with the time of an earlier reading plus the elapsed time.
/// A leap of more than two seconds is not followed. The clock then continues by elapsed time until
/// the leap is undone or independent clocks confirm it. A process that has no independent clock to
/// ask believes a leap after ten minutes. One that has, never does: that a clock does not answer is
/// no evidence. A leap that a suspension of the machine explains is followed at once.
///
/// ```
///                  within 2 s, or while suspended
///                            ┌──────┐
///               fresh        │      ▼        leap
///              ───────────▶ AGREED ────────────────────────▶ LEAPT
///                            ▲ ▲ ▲ └─ contradicted ─▶ DISPUTED ─ leap ─▶ │
///                            │ │ └─── confirmed ─────────┘               │
///              resumed       │ └── undone, confirmed, or settled ────────┘
///              ───▶ STARTED ─┘ plausible, confirmed, or settled: 10 min without a clock to ask
/// ```
///
/// A process has three times, which are equal while the clock is trusted:
///
/// - `instant` is the best estimate. Datapoints and queries are judged by it. It is the wall clock,
///   except after a leap.
/// - `earliest` is the earliest time that it can be. Destructive acts (expiry, finalization,
///   removal) are judged by it, so that a wrong clock delays them and never hastens them. It is the
///   least of the wall clock, the time by elapsed time, and the times of independent clocks that
///   contradict the wall clock.
/// - `latest` is the latest time that it can be, the greatest of the same times. A time for which
///   data may be missing ends by it.
///
/// | phase | `instant` | `earliest` and `latest` |
/// |---|---|---|
/// | `AGREED` | wall | wall |
/// | `LEAPT` | line | the earlier and the later of wall and line |
/// | `STARTED` | wall | those of wall and last known time plus elapsed time |
/// | `DISPUTED` | wall | those of wall and independent clocks |
///
/// Thread-safe. A reading costs two volatile reads while the clock is trusted.
public final class TrustedClock implements InstantSource {
  /// A reading that took longer is repeated: the thread was stopped between the two clocks.
  private static final long SLOW_NANOS = Duration.ofMillis(100).toNanos();

  private static final int TRIES = 5;

  private final InstantSource wall;
  private final LongSupplier nanoTime;
  private final LongSupplier asleepNanos;
  private final boolean settles;

  /// Modified under the lock of this object.
  private volatile ClockState state;

  private record Reading(long wallMillis, long nanos) {}

  private TrustedClock(
      InstantSource wall, ElapsedTime elapsed, Optional<Instant> last, boolean settles) {
    this.wall = wall;
    this.settles = settles;
    nanoTime = elapsed.nanoTime();
    asleepNanos = elapsed.asleepNanos();
    Reading now = read();
    long asleep = asleepNanos.getAsLong();
    state =
        last.isPresent()
            ? ClockState.started(last.get().toEpochMilli(), now.wallMillis, now.nanos, asleep)
            : ClockState.agreed(now.wallMillis, now.nanos, asleep);
  }

  /// Returns the clock of a process that has no earlier time and no other clock to ask.
  public static TrustedClock fresh(InstantSource wall, ElapsedTime elapsed) {
    return new TrustedClock(wall, elapsed, Optional.empty(), true);
  }

  /// Returns the clock of a process that starts again and has no other clock to ask. The clock is
  /// trusted at once if the stop lasted at most an hour.
  ///
  /// @param last the last time of which the process was sure
  public static TrustedClock resumed(InstantSource wall, ElapsedTime elapsed, Instant last) {
    return new TrustedClock(wall, elapsed, Optional.of(last), true);
  }

  /// Returns the clock of a process that has other clocks to ask, and [hears][#hear] what they say.
  ///
  /// @param last the last time of which an earlier process was sure; the epoch if there was none
  public static TrustedClock witnessed(InstantSource wall, ElapsedTime elapsed, Instant last) {
    return new TrustedClock(wall, elapsed, Optional.of(last), false);
  }

  /// Returns the clock by which destructive acts are judged. Of a clock that is not checked, such
  /// as that of a test, it is the clock itself.
  public static InstantSource earliestOf(InstantSource clock) {
    return clock instanceof TrustedClock checked ? checked.earliest() : clock;
  }

  /// Returns the latest time that it can be.
  ///
  /// @param clock a trusted clock, the clock that its `earliest` returned, or one that is not
  ///   checked
  public static long latestMillis(InstantSource clock) {
    return switch (clock) {
      case TrustedClock checked -> checked.latestMillis();
      case Earliest earliest -> earliest.checked.latestMillis();
      default -> clock.millis();
    };
  }

  /// Returns the best estimate of the time.
  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  @Override
  public long millis() {
    long wallMillis = wall.millis();
    return state.isPlain(wallMillis, nanoTime.getAsLong()) ? wallMillis : checkedMillis();
  }

  /// Returns a clock that shows the earliest time that it can be.
  public InstantSource earliest() {
    return new Earliest(this);
  }

  private record Earliest(TrustedClock checked) implements InstantSource {
    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(checked.earliestMillis());
    }
  }

  /// Compares the wall clock with independent clocks: it is confirmed if all agree with it. Without
  /// any, nothing changes.
  public synchronized void hear(List<Testimony> heard) {
    if (heard.isEmpty()) {
      return;
    }
    Reading now = look();
    long earliest = Long.MAX_VALUE;
    long latest = Long.MIN_VALUE;
    boolean agree = true;
    for (Testimony one : heard) {
      long millis = one.millis() + Duration.ofNanos(now.nanos - one.atNanos()).toMillis();
      earliest = Math.min(earliest, millis);
      latest = Math.max(latest, millis);
      agree &= Math.abs(millis - now.wallMillis) <= ClockState.CONTRADICTION_MILLIS;
    }
    state =
        agree
            ? state.confirmed(now.wallMillis, now.nanos)
            : state.contradicted(earliest, latest, now.nanos);
  }

  /// Returns the time if the clock is trusted.
  public synchronized Optional<Instant> certain() {
    Reading now = look();
    return state.phase() == ClockState.Phase.AGREED
        ? Optional.of(Instant.ofEpochMilli(now.wallMillis))
        : Optional.empty();
  }

  public synchronized ClockStatus status() {
    Reading now = look();
    long ahead = now.wallMillis - state.lineAt(now.nanos);
    return switch (state.phase()) {
      case AGREED -> new ClockStatus(true, ahead, "");
      case LEAPT -> doubt(ahead, "leapt by " + text(ahead) + ", time continues without the leap");
      case STARTED ->
          state.lineMillis() <= 0
              ? doubt(0, "is not confirmed by any other clock yet")
              : doubt(ahead, "is %s from the last known time".formatted(text(ahead)));
      case DISPUTED ->
          doubt(
              -state.lateMillis(),
              state.lateMillis() == 0
                  ? "is behind that of another machine"
                  : "is %s from that of another machine".formatted(text(-state.lateMillis())));
    };
  }

  private static ClockStatus doubt(long deviationMillis, String doubt) {
    return new ClockStatus(false, deviationMillis, "the system clock " + doubt);
  }

  private static String text(long millis) {
    Duration size = Duration.ofMillis(Math.abs(millis));
    return "%s%dh%02dm%02ds"
        .formatted(
            millis < 0 ? "-" : "+", size.toHours(), size.toMinutesPart(), size.toSecondsPart());
  }

  private synchronized long checkedMillis() {
    Reading now = look();
    return state.now(now.wallMillis, now.nanos);
  }

  private long earliestMillis() {
    long wallMillis = wall.millis();
    return state.isPlain(wallMillis, nanoTime.getAsLong()) ? wallMillis : checkedEarliest();
  }

  private synchronized long checkedEarliest() {
    Reading now = look();
    return state.earliest(now.wallMillis, now.nanos);
  }

  private synchronized long latestMillis() {
    Reading now = look();
    return state.latest(now.wallMillis, now.nanos);
  }

  /// Reads the clocks and brings the state up to date.
  private Reading look() {
    Reading now = read();
    state = state.read(now.wallMillis, now.nanos, asleepNanos.getAsLong(), settles);
    return now;
  }

  private Reading read() {
    long before = nanoTime.getAsLong();
    for (int i = 1; true; i++) {
      long wallMillis = wall.millis();
      long after = nanoTime.getAsLong();
      if (after - before < SLOW_NANOS || i == TRIES) {
        return new Reading(wallMillis, after);
      }
      before = after;
    }
  }
}
