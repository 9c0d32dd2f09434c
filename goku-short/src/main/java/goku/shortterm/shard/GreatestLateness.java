package goku.shortterm.shard;

import goku.shortterm.log.StartPoint;
import java.time.Duration;
import java.util.function.Supplier;

/// The greatest lateness since a shard was opened. If `backfill` changes meanwhile, records of the
/// time before are still under way. Thread-safe.
final class GreatestLateness {
  private volatile Supplier<Duration> backfill = () -> Duration.ZERO;
  private StartPoint.Lateness greatest = new StartPoint.Lateness(Duration.ZERO, Duration.ZERO);

  /// Sets the lateness at the opening of the shard.
  synchronized void begin(StartPoint.Lateness lateness) {
    greatest = lateness;
  }

  /// @param backfill supplies the current backfill of the namespace
  void follow(Supplier<Duration> backfill) {
    this.backfill = backfill;
  }

  synchronized StartPoint.Lateness get() {
    Duration now = backfill.get();
    if (now.compareTo(greatest.backfill()) > 0) {
      greatest = new StartPoint.Lateness(now, greatest.ahead());
    }
    return greatest;
  }
}
