package goku.rpc.grpc;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/// The metrics of a node's calls. Thread-safe.
final class RpcMetrics {
  private final MeterRegistry registry;
  private final AtomicInteger running = new AtomicInteger();
  private final Counter groupBytes;

  RpcMetrics(MeterRegistry registry) {
    this.registry = registry;
    Gauge.builder("goku.rpc.running", running, AtomicInteger::get)
        .description("calls from roots in progress")
        .register(registry);
    groupBytes =
        Counter.builder("goku.rpc.groups")
            .baseUnit("bytes")
            .description("groups sent to roots")
            .register(registry);
  }

  void began() {
    running.incrementAndGet();
  }

  void ended(String method, String outcome, long nanos) {
    running.decrementAndGet();
    Timer.builder("goku.rpc.calls")
        .description("calls from roots, from the request to the end of the answer")
        .tag("method", method)
        .tag("outcome", outcome)
        .register(registry)
        .record(Duration.ofNanos(nanos));
  }

  void sent(int bytes) {
    groupBytes.increment(bytes);
  }
}
