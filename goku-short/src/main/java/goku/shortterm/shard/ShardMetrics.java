package goku.shortterm.shard;

import goku.model.ShardId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntSupplier;

/// The metrics of a shard. Counters are those of the namespace. Gauges are the shard's own, and are
/// removed with it. Thread-safe.
final class ShardMetrics {
  private final MeterRegistry registry;
  private final ShardId shard;
  private final Counter applied;
  private final Counter skipped;
  private final Counter corrupt;
  private final Counter repeated;
  private final Counter missing;
  private final Counter evicted;
  private final Counter deletes;
  private final Counter deleted;
  private final Counter deferred;
  private final Timer applyTime;
  private final Map<RejectReason, Counter> refused = new EnumMap<>(RejectReason.class);
  private final List<Gauge> gauges = new ArrayList<>();

  ShardMetrics(MeterRegistry registry, ShardId shard) {
    this.registry = registry;
    this.shard = shard;
    applied = counter("goku.short.datapoints.applied");
    skipped = counter("goku.short.datapoints.skipped");
    corrupt = counter("goku.short.batches.corrupt");
    repeated = counter("goku.short.batches.repeated");
    missing = counter("goku.short.offsets.missing");
    evicted = counter("goku.short.series.evicted");
    deletes = counter("goku.short.deletes");
    deleted = counter("goku.short.datapoints.deleted");
    deferred = counter("goku.short.blocked.deferred");
    applyTime = registry.timer("goku.short.apply", "namespace", shard.namespace());
    for (RejectReason refusal : RejectReason.values()) {
      refused.put(
          refusal,
          registry.counter(
              "goku.short.datapoints.refused",
              Tags.of("namespace", shard.namespace(), "reason", refusal.tag())));
    }
  }

  void gauge(String name, IntSupplier value) {
    gauges.add(
        Gauge.builder(name, value::getAsInt)
            .tags("namespace", shard.namespace(), "shard", Integer.toString(shard.shard()))
            .register(registry));
  }

  void applied(int datapoints) {
    applied.increment(datapoints);
  }

  void refused(RejectReason reason, int datapoints) {
    if (datapoints > 0) {
      Objects.requireNonNull(refused.get(reason)).increment(datapoints);
    }
  }

  /// Counts datapoints that were already applied from the same positions of their inputs.
  void skipped(int datapoints) {
    skipped.increment(datapoints);
  }

  void corrupt() {
    corrupt.increment();
  }

  /// Counts a repeated batch, whose offset is already applied.
  void repeated() {
    repeated.increment();
  }

  /// Counts the missing offsets between the last batch and this one.
  void missing(long offsets) {
    missing.increment((double) offsets);
  }

  void evicted(int series) {
    evicted.increment(series);
  }

  /// Counts the start of a delete.
  void delete() {
    deletes.increment();
  }

  /// Counts deleted datapoints. Of a completely deleted stream, each arrival counts.
  void deleted(int datapoints) {
    deleted.increment(datapoints);
  }

  /// Counts blocked metrics that did not fit into a decision to finalize. Compaction leaves them
  /// out.
  void deferred(int metrics) {
    deferred.increment(metrics);
  }

  Timer applyTime() {
    return applyTime;
  }

  void close() {
    gauges.forEach(registry::remove);
  }

  private Counter counter(String name) {
    return registry.counter(name, "namespace", shard.namespace());
  }
}
