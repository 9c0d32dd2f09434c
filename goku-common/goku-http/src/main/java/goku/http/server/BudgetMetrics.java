package goku.http.server;

import goku.budget.HeapBudget;
import goku.budget.Kind;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/// The metrics of the heap budget of requests.
final class BudgetMetrics {
  private BudgetMetrics() {}

  static void add(MeterRegistry registry, HeapBudget budget) {
    for (Kind kind : Kind.values()) {
      Gauge.builder("goku.budget.held", budget, of -> of.heldBytes(kind))
          .description("Heap that requests hold")
          .tag("kind", kind.word())
          .baseUnit("bytes")
          .register(registry);
    }
    Gauge.builder("goku.budget.limit", budget, HeapBudget::limitBytes)
        .description("Heap that requests may hold")
        .baseUnit("bytes")
        .register(registry);
    FunctionCounter.builder("goku.budget.aborted", budget, HeapBudget::abortions)
        .description("Requests aborted or refused because the heap budget was full")
        .register(registry);
  }
}
