package goku.http.connection;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/// What the server counts; thread-safe. The label `route` is the pattern that matched, never the
/// path that was asked for, so that clients cannot make up time series.
public final class HttpMetrics {
  private final MeterRegistry registry;
  private final AtomicInteger connections = new AtomicInteger();

  public HttpMetrics(MeterRegistry registry) {
    this.registry = registry;
    Gauge.builder("goku.http.connections", connections, AtomicInteger::get)
        .description("Open connections, HTTP and lines")
        .register(registry);
  }

  void opened() {
    connections.incrementAndGet();
  }

  void closed() {
    connections.decrementAndGet();
  }

  void answered(String route, int status, long nanos) {
    Timer.builder("goku.http.requests")
        .description("Requests, from their last byte to the last byte of the answer")
        .tag("route", route)
        .tag("status", Integer.toString(status))
        .register(registry)
        .record(Duration.ofNanos(nanos));
  }

  /// A request was tried on its event loop.
  void tried(boolean answered) {
    registry.counter("goku.http.at.once", "answered", Boolean.toString(answered)).increment();
  }

  /// A request or connection that no handler saw.
  public void rejected(String reason) {
    registry.counter("goku.http.rejected", "reason", reason).increment();
  }

  /// A request whose client did not stay for the answer.
  void abandoned() {
    registry.counter("goku.http.requests.abandoned").increment();
  }

  /// An answer that had to be cut off because its body failed.
  void broken() {
    registry.counter("goku.http.requests.broken").increment();
  }
}
