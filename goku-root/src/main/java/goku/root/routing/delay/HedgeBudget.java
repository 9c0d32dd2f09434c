package goku.root.routing.delay;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// A token bucket that limits hedged calls, so that overloaded nodes do not get more load: a tenth
/// of all calls, one per second, and a burst. Thread-safe.
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

  /// Refills the bucket by a tenth of a token for a call.
  public synchronized void called() {
    tokens = Math.min(BURST, tokens + BY_CALL);
  }

  /// Takes a token. Returns false if there is none.
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
