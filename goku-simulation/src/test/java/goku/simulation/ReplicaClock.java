package goku.simulation;

import goku.time.ElapsedTime;
import goku.time.Testimony;
import goku.time.TrustedClock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;

/// The clock of a node: a wall clock, which may differ from the true time, and what the current
/// process makes of it.
final class ReplicaClock {
  private final LongSupplier trueMillis;
  private long skewMillis;

  /// The last time of which a process was sure. It outlives the process, as a file does.
  private Instant certain = Instant.EPOCH;

  private TrustedClock checked;

  ReplicaClock(LongSupplier trueMillis) {
    this.trueMillis = trueMillis;
    checked = started();
  }

  void skew(long millis) {
    skewMillis = millis;
  }

  long skew() {
    return skewMillis;
  }

  /// Forgets all but what a process saves, and asks ZooKeeper, without which no process serves.
  void startProcess() {
    checked = started();
    look(true);
  }

  /// Forgets everything, as with a lost disk.
  void lose() {
    certain = Instant.EPOCH;
  }

  /// Compares the wall clock with that of another machine.
  ///
  /// @param answers whether that can be asked
  void look(boolean answers) {
    if (answers) {
      checked.hear(List.of(new Testimony(trueMillis.getAsLong(), nanoTime())));
    }
    certain = checked.certain().orElse(certain);
  }

  /// Returns the clock of the current process by which it judges what it destroys.
  InstantSource earliest() {
    return checked.earliest();
  }

  private TrustedClock started() {
    return TrustedClock.witnessed(
        () -> Instant.ofEpochMilli(trueMillis.getAsLong() + skewMillis),
        new ElapsedTime(this::nanoTime, () -> 0),
        certain);
  }

  private long nanoTime() {
    return trueMillis.getAsLong() * 1_000_000;
  }
}
