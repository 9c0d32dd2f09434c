package goku.http.connection;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/// The metrics of the server. Thread-safe. The label `route` is the matched pattern, never the
/// requested path, so that clients cannot create time series.
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

  /// Counts a request that was tried on its event loop.
  void tried(boolean answered) {
    registry.counter("goku.http.at.once", "answered", Boolean.toString(answered)).increment();
  }

  /// Counts a request or connection that reached no handler.
  public void rejected(String reason) {
    registry.counter("goku.http.rejected", "reason", reason).increment();
  }

  /// Counts a request whose client left before the answer.
  void abandoned() {
    registry.counter("goku.http.requests.abandoned").increment();
  }

  /// Counts an answer that was broken off because its body failed.
  void broken() {
    registry.counter("goku.http.requests.broken").increment();
  }
}
