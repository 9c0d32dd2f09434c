package goku.shortterm;

import goku.memory.MemoryUse;
import goku.memory.Purpose;
import goku.memory.SlabPool;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/// Gauges of a node's memory.
final class MemoryGauges {
  private MemoryGauges() {}

  static void add(MeterRegistry registry, SlabPool pool, MemoryUse use) {
    for (Purpose purpose : Purpose.values()) {
      Gauge.builder("goku.short.memory.used", () -> use.bytes(purpose))
          .description("bytes in use by purpose; index is on the heap, the rest is not")
          .baseUnit("bytes")
          .tag("purpose", purpose.tag())
          .register(registry);
    }
    Gauge.builder("goku.short.memory.slabs", pool::usedBytes)
        .description("off-heap bytes handed out to buckets and indexes")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("goku.short.memory.spilled", pool::spilledBytes)
        .description("bytes of slabs beyond the budget, in files that the system caches")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("goku.short.memory.budget", pool::budgetBytes)
        .description("off-heap bytes above which slabs are spilled to the disk")
        .baseUnit("bytes")
        .register(registry);
  }
}
