package goku.http.request;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;

/// The memory budget of all request bodies together, of all connections. Thread-safe.
public final class BodyBudget {
  private final long total;
  private final AtomicLong used = new AtomicLong();

  /// Creates a budget in bytes, with the gauge `goku.http.bodies`.
  public BodyBudget(long total, MeterRegistry registry) {
    this.total = total;
    Gauge.builder("goku.http.bodies", used, AtomicLong::get)
        .description("Memory of request bodies in progress")
        .baseUnit("bytes")
        .register(registry);
  }

  long total() {
    return total;
  }

  boolean take(long bytes) {
    long before = used.get();
    while (before + bytes <= total) {
      if (used.compareAndSet(before, before + bytes)) {
        return true;
      }
      before = used.get();
    }
    return false;
  }

  void give(long bytes) {
    used.addAndGet(-bytes);
  }
}
