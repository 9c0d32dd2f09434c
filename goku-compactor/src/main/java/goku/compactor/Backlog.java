package goku.compactor;

import goku.compactor.job.Task;
import goku.model.Namespace;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The work that was due at the last look, by tier. Written by one thread, read by any.
final class Backlog {
  /// The work that is due in one tier.
  ///
  /// @param oldest end of the oldest due window: the earliest time at which work was due
  record Due(int jobs, long inputBytes, Instant oldest) {
    private static Due of(Task task) {
      return new Due(1, task.job().inputBytes(), task.end());
    }

    private Due with(Due other) {
      return new Due(
          jobs + other.jobs,
          inputBytes + other.inputBytes,
          oldest.isBefore(other.oldest) ? oldest : other.oldest);
    }
  }

  private final InstantSource clock;
  private volatile Map<Integer, Due> byTier = Map.of();

  /// The number of tiers that have gauges. Guarded by this.
  private int gauged;

  Backlog(InstantSource clock) {
    this.clock = clock;
  }

  /// Adds the gauges of each tier that any of the namespaces has. Gauges that exist already stay.
  synchronized void addGauges(List<Namespace> namespaces, MeterRegistry registry) {
    int tiers =
        namespaces.stream()
            .flatMap(namespace -> namespace.disk().stream())
            .mapToInt(disk -> disk.tiers().size())
            .max()
            .orElse(0);
    for (; gauged <= tiers; gauged++) {
      int number = gauged;
      Gauge.builder("goku.compactor.due", () -> jobs(number))
          .description("buckets due to be built; for tier 0, due to be shuffled")
          .tag("tier", Integer.toString(number))
          .register(registry);
      Gauge.builder("goku.compactor.due.age", () -> age(number))
          .description("seconds since the end of the oldest due bucket; 0 if none is due")
          .baseUnit("seconds")
          .tag("tier", Integer.toString(number))
          .register(registry);
    }
  }

  void set(List<Task> due) {
    Map<Integer, Due> now = new TreeMap<>();
    due.forEach(task -> now.merge(task.job().bucket().tier(), Due.of(task), Due::with));
    byTier = now;
  }

  /// Returns the due work by tier, ascending.
  Map<Integer, Due> byTier() {
    return byTier;
  }

  private int jobs(int tier) {
    Due due = byTier.get(tier);
    return due == null ? 0 : due.jobs;
  }

  private double age(int tier) {
    Due due = byTier.get(tier);
    return due == null ? 0 : (double) Duration.between(due.oldest, clock.instant()).toSeconds();
  }
}
