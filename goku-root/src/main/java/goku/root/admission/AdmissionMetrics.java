package goku.root.admission;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntSupplier;

/// The metrics of admission. Thread-safe.
final class AdmissionMetrics {
  private final MeterRegistry registry;
  private final Map<AdmissionOutcome, Counter> outcomes = new EnumMap<>(AdmissionOutcome.class);
  private final Timer wait;

  AdmissionMetrics(MeterRegistry registry) {
    this.registry = registry;
    for (AdmissionOutcome outcome : AdmissionOutcome.values()) {
      outcomes.put(
          outcome,
          Counter.builder("goku.root.admission")
              .description("queries by the outcome of admission")
              .tag("outcome", outcome.tag())
              .register(registry));
    }
    wait =
        Timer.builder("goku.root.admission.wait")
            .description("time that queries spent in the queue, admitted or not")
            .register(registry);
  }

  void count(AdmissionOutcome outcome) {
    Objects.requireNonNull(outcomes.get(outcome)).increment();
  }

  void waited(long nanos) {
    wait.record(Duration.ofNanos(nanos));
  }

  void gauge(String name, String description, IntSupplier value) {
    Gauge.builder("goku.root.admission." + name, value::getAsInt)
        .description(description)
        .register(registry);
  }
}
