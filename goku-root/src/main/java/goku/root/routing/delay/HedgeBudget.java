package goku.root.routing.delay;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// How many calls may be made twice because the first is slow, so that nodes that are slow under
/// too much load do not get more of it: one in ten calls, one a second, and a few at once.
/// Thread-safe.
public final class HedgeBudget {
  private static final double BURST = 10;
  private static final double BY_CALL = 0.1;
  private static final double BY_NANO = 1.0 / TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanoTime;
  private double tokens = BURST;
  private long lastNanos;

  public HedgeBudget(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    lastNanos = nanoTime.getAsLong();
  }

  /// A call is made, of which a tenth may be made again.
  public synchronized void called() {
    tokens = Math.min(BURST, tokens + BY_CALL);
  }

  /// Whether a call may be made again.
  public synchronized boolean take() {
    long now = nanoTime.getAsLong();
    tokens = Math.min(BURST, tokens + (now - lastNanos) * BY_NANO);
    lastNanos = now;
    if (tokens < 1) {
      return false;
    }
    tokens--;
    return true;
  }
}
