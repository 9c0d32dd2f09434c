package goku.ingest.limit;

import goku.model.Namespace;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// The gauges of the limits of each namespace. Owned by the thread that looks at the shards.
final class GateMetrics {
  private static final Duration UNKNOWN_AFTER = Duration.ofSeconds(10);

  private final class Gauges {
    private final AtomicLong near = new AtomicLong();
    private final AtomicLong full = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    Gauges(String namespace) {
      gauge("goku.ingest.series.near", "limits of which 80 % or more are used", near, namespace);
      gauge("goku.ingest.series.full", "limits that are reached", full, namespace);
      gauge(
          "goku.ingest.series.unknown",
          "shards whose numbers of series are older than 10 s, so that new series may pass",
          unknown,
          namespace);
      Gauge.builder("goku.ingest.series.filters", bytes, AtomicLong::get)
          .description("filters of the series near limits")
          .baseUnit("bytes")
          .tag("namespace", namespace)
          .register(registry);
    }

    private void gauge(String name, String description, AtomicLong value, String namespace) {
      Gauge.builder(name, value, AtomicLong::get)
          .description(description)
          .tag("namespace", namespace)
          .register(registry);
    }
  }

  private final MeterRegistry registry;
  private final Map<String, Gauges> all = new HashMap<>();

  GateMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  void look(Namespace namespace, NamespaceGate gate, long nowNanos) {
    Gauges gauges = all.computeIfAbsent(namespace.name(), Gauges::new);
    List<Bound> bounds = gate.bounds();
    gauges.near.set(bounds.stream().filter(Bound::isNear).count());
    gauges.full.set(bounds.stream().filter(bound -> !bound.hasRoom(0)).count());
    gauges.unknown.set(gate.unknownSince(namespace, nowNanos - UNKNOWN_AFTER.toNanos()));
    gauges.bytes.set(gate.bytes());
  }
}
