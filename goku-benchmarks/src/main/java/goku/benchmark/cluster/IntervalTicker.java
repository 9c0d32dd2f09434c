package goku.benchmark.cluster;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Turns at a steady distance until an end. What comes late is not made up for. Owned by one
/// thread.
final class IntervalTicker {
  private final long intervalNanos;
  private final long endNanos;
  private long next = System.nanoTime();

  IntervalTicker(Duration interval, Duration time) {
    intervalNanos = interval.toNanos();
    endNanos = next + time.toNanos();
  }

  /// Waits for the next turn; false when the time is over.
  boolean await() {
    next += intervalNanos;
    long now = System.nanoTime();
    if (next < now) {
      next = now;
    }
    while (now < next) {
      LockSupport.parkNanos(next - now);
      now = System.nanoTime();
    }
    return now < endNanos;
  }
}
