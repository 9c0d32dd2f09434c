package goku.http.line;

import java.time.Duration;
import java.util.function.LongSupplier;

/// The time for which lines may still gather. It counts from the handler's last rest, so that the
/// first lines after a silence do not wait, and those of a steady client are passed on in few large
/// pieces. Each piece costs Kafka's clients and broker about as much as some hundred datapoints.
/// Owned by one thread at a time.
final class Linger {
  private final long nanos;
  private final LongSupplier nanoTime;
  private long restedNanos;

  Linger(Duration linger, LongSupplier nanoTime) {
    this.nanos = linger.toNanos();
    this.nanoTime = nanoTime;
    this.restedNanos = nanoTime.getAsLong() - nanos;
  }

  /// Returns the nanoseconds left; 0 or less if lines may not gather.
  long leftNanos() {
    return nanos - (nanoTime.getAsLong() - restedNanos);
  }

  /// Reports that gathered lines are being passed on.
  void rest() {
    restedNanos = nanoTime.getAsLong();
  }
}
