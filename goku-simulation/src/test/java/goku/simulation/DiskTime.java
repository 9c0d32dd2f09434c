package goku.simulation;

import static goku.simulation.World.HOUR;

/// The time that GokuL must keep while the settings change. A shorter one counts after the grace
/// period, so that it can be withdrawn. Then nothing older needs to come back.
final class DiskTime {
  /// The grace period, and the time that the last tier may need to be built.
  private static final long GRACE = 24 * HOUR;

  private static final long DELAY = 24 * HOUR;

  private long inForceMillis = Long.MIN_VALUE;
  private long wantedMillis;
  private long wantedSince;
  private long now;
  private long forgottenBefore = Long.MIN_VALUE;

  void advanceTo(long millis, long ttlMillis) {
    now = millis;
    if (ttlMillis != wantedMillis) {
      wantedMillis = ttlMillis;
      wantedSince = millis;
    }
    if (ttlMillis >= inForceMillis || millis - wantedSince >= GRACE) {
      inForceMillis = ttlMillis;
    }
    forgottenBefore = Math.max(forgottenBefore, millis - inForceMillis + DELAY);
  }

  /// Returns the first millisecond that must be kept, by the settings of now and of earlier times.
  long keptFromMillis() {
    return Math.max(forgottenBefore, now - wantedMillis + DELAY);
  }
}
