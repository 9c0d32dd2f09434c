package goku.http.line;

import java.time.Duration;
import java.util.function.LongSupplier;

/// How long lines may still gather: from the handler's last rest on, so that the first lines after
/// a silence do not wait at all, and those of a client that never pauses are passed on in a few
/// large pieces. Each piece costs Kafka's clients and its broker about as much as some hundred
/// datapoints do. Owned by one thread at a time.
final class Linger {
  private final long nanos;
  private final LongSupplier nanoTime;
  private long restedNanos;

  Linger(Duration linger, LongSupplier nanoTime) {
    this.nanos = linger.toNanos();
    this.nanoTime = nanoTime;
    this.restedNanos = nanoTime.getAsLong() - nanos;
  }

  /// Nanoseconds from now on; 0 or less for not at all.
  long leftNanos() {
    return nanos - (nanoTime.getAsLong() - restedNanos);
  }

  /// What gathered is about to be passed on.
  void rest() {
    restedNanos = nanoTime.getAsLong();
  }
}
