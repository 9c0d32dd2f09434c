package goku.time;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// The state of a [TrustedClock] between two readings: a line, which is a time that advances with
/// elapsed time, and a doubt, if there is one. Immutable; the methods return the next state.
///
/// @param lineMillis the time of the line at `lineNanos`
/// @param asleepNanos the time that the machine had been suspended at `lineNanos`
/// @param offsetMillis `LEAPT` and `STARTED`: the wall clock's distance from the line
/// @param sinceNanos `LEAPT` and `STARTED`: since when the distance is the same
/// @param lateMillis how far an independent clock is behind the line, at most 0; 0 for none
/// @param aheadMillis how far an independent clock is ahead of the line, at least 0; 0 for none
/// @param disputed whether the last testimonies contradict the wall clock
record ClockState(
    Phase phase,
    long lineMillis,
    long lineNanos,
    long asleepNanos,
    long offsetMillis,
    long sinceNanos,
    long lateMillis,
    long aheadMillis,
    boolean disputed) {
  /// The change between two readings that is followed, and how exactly a wall clock must stand
  /// still to settle. NTP steps the clock by less once it runs, and a virtual machine by less after
  /// a live migration.
  static final long STEP_MILLIS = Duration.ofSeconds(2).toMillis();

  /// The interval in which the line follows the wall clock: a drift of up to two seconds a minute,
  /// 3 %, is followed. NTP slews by at most 0.05 %, chrony by 8 % for some seconds.
  static final long FOLLOW_NANOS = TimeUnit.MINUTES.toNanos(1);

  /// After this time, the wall clock of a process that has no other clock to ask is believed: an
  /// operator may have set it. NTP corrects the wrong clock of a boot within a minute or two. Ten
  /// minutes of late finalizations and removals do no harm.
  static final long SETTLE_NANOS = TimeUnit.MINUTES.toNanos(10);

  /// The longest stop after which a start is believed without evidence. A clock that is ahead by an
  /// hour acts an hour early, which the margins of removals allow.
  static final long STOP_MILLIS = Duration.ofHours(1).toMillis();

  /// The distance from an independent clock that contradicts. A `Date` header has seconds, and an
  /// answer may be slow.
  static final long CONTRADICTION_MILLIS = Duration.ofMinutes(1).toMillis();

  /// A shorter suspension is within the step that is followed.
  private static final long SLEPT_NANOS = TimeUnit.SECONDS.toNanos(1);

  enum Phase {
    AGREED,
    LEAPT,
    STARTED,
    DISPUTED
  }

  /// Returns the state of a clock whose wall clock is believed.
  static ClockState agreed(long wallMillis, long nanos, long asleepNanos) {
    return new ClockState(Phase.AGREED, wallMillis, nanos, asleepNanos, 0, 0, 0, 0, false);
  }

  /// Returns the state at a start.
  ///
  /// @param lastMillis the last time of which an earlier run was sure
  static ClockState started(long lastMillis, long wallMillis, long nanos, long asleepNanos) {
    long offset = wallMillis - lastMillis;
    return new ClockState(Phase.STARTED, lastMillis, nanos, asleepNanos, offset, nanos, 0, 0, false)
        .read(wallMillis, nanos, asleepNanos, false);
  }

  long lineAt(long nanos) {
    return lineMillis + TimeUnit.NANOSECONDS.toMillis(nanos - lineNanos);
  }

  /// Returns whether a reading needs no look at the state: the usual case.
  boolean isPlain(long wallMillis, long nanos) {
    return phase == Phase.AGREED
        && isStep(wallMillis - lineAt(nanos))
        && nanos - lineNanos < FOLLOW_NANOS;
  }

  /// Returns the state after a reading.
  ///
  /// @param settles whether a wall clock is believed that has kept its pace for long enough
  ClockState read(long wallMillis, long nanos, long asleepNanos, boolean settles) {
    boolean slept = asleepNanos - this.asleepNanos >= SLEPT_NANOS;
    return (slept ? slept(asleepNanos) : this).read(wallMillis, nanos, settles);
  }

  private ClockState read(long wallMillis, long nanos, boolean settles) {
    long ahead = wallMillis - lineAt(nanos);
    if (phase == Phase.AGREED || phase == Phase.DISPUTED) {
      if (!isStep(ahead)) {
        return doubted(Phase.LEAPT, ahead, nanos);
      }
      return nanos - lineNanos < FOLLOW_NANOS ? this : believed(phase, wallMillis, nanos);
    }
    if (phase == Phase.LEAPT ? isStep(ahead) : ahead >= -STEP_MILLIS && ahead <= STOP_MILLIS) {
      return believed(disputed ? Phase.DISPUTED : Phase.AGREED, wallMillis, nanos);
    }
    if (!isStep(ahead - offsetMillis)) {
      return doubted(phase, ahead, nanos);
    }
    boolean settled = settles && nanos - sinceNanos >= SETTLE_NANOS;
    return settled ? agreed(wallMillis, nanos, asleepNanos) : this;
  }

  /// Returns the state after independent clocks have confirmed the wall clock.
  ClockState confirmed(long wallMillis, long nanos) {
    return agreed(wallMillis, nanos, asleepNanos);
  }

  /// Returns the state after an independent clock has contradicted the wall clock.
  ///
  /// @param earliestMillis the earliest time that an independent clock shows
  /// @param latestMillis the latest one
  ClockState contradicted(long earliestMillis, long latestMillis, long nanos) {
    return new ClockState(
        phase == Phase.AGREED ? Phase.DISPUTED : phase,
        lineMillis,
        lineNanos,
        asleepNanos,
        offsetMillis,
        sinceNanos,
        Math.min(0, earliestMillis - lineAt(nanos)),
        Math.max(0, latestMillis - lineAt(nanos)),
        true);
  }

  /// Returns the time for everything that may not be early: the earliest that it can be.
  long earliest(long wallMillis, long nanos) {
    if (phase == Phase.AGREED) {
      return wallMillis;
    }
    return Math.min(wallMillis, lineAt(nanos) + lateMillis);
  }

  /// Returns the time for everything that may not be late: the latest that it can be.
  long latest(long wallMillis, long nanos) {
    if (phase == Phase.AGREED) {
      return wallMillis;
    }
    return Math.max(wallMillis, lineAt(nanos) + aheadMillis);
  }

  /// Returns the time for everything else.
  long now(long wallMillis, long nanos) {
    return phase == Phase.LEAPT ? lineAt(nanos) : wallMillis;
  }

  private ClockState believed(Phase next, long wallMillis, long nanos) {
    return new ClockState(
        next, wallMillis, nanos, asleepNanos, 0, 0, lateMillis, aheadMillis, disputed);
  }

  private ClockState doubted(Phase next, long ahead, long nanos) {
    return new ClockState(
        next, lineMillis, lineNanos, asleepNanos, ahead, nanos, lateMillis, aheadMillis, disputed);
  }

  /// Moves the line over a suspension of the machine, which its elapsed time leaves out.
  private ClockState slept(long nowAsleepNanos) {
    long slept = TimeUnit.NANOSECONDS.toMillis(nowAsleepNanos - asleepNanos);
    return new ClockState(
        phase,
        lineMillis + slept,
        lineNanos,
        nowAsleepNanos,
        offsetMillis,
        sinceNanos,
        lateMillis,
        aheadMillis,
        disputed);
  }

  private static boolean isStep(long millis) {
    return Math.abs(millis) <= STEP_MILLIS;
  }
}
