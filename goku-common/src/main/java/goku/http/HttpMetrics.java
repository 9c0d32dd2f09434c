package goku.http;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/// What the server counts. The label `route` is the pattern that matched, never the path that was
/// asked for, so that clients cannot make up time series.
final class HttpMetrics {
  private final MeterRegistry registry;
  private final AtomicInteger connections = new AtomicInteger();

  HttpMetrics(MeterRegistry registry) {
    this.registry = registry;
    Gauge.builder("goku.http.connections", connections, AtomicInteger::get)
        .description("Open connections, HTTP and lines")
        .register(registry);
  }

  int opened() {
    return connections.incrementAndGet();
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

  /// A request or connection that no handler saw.
  void rejected(String reason) {
    registry.counter("goku.http.rejected", "reason", reason).increment();
  }

  /// An answer that its client did not stay for.
  void abandoned() {
    registry.counter("goku.http.abandoned").increment();
  }
}
