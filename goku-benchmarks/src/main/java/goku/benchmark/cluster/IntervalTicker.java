package goku.benchmark.cluster;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// A ticker with a fixed interval, until an end time. Late ticks are not made up for. Owned by one
/// thread.
final class IntervalTicker {
  private final long intervalNanos;
  private final long endNanos;
  private long next = System.nanoTime();

  IntervalTicker(Duration interval, Duration time) {
    intervalNanos = interval.toNanos();
    endNanos = next + time.toNanos();
  }

  /// Waits for the next tick. Returns false after the end time.
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
