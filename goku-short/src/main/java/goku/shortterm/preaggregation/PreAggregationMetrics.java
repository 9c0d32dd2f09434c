package goku.shortterm.preaggregation;

import goku.model.PreAggregation;
import goku.model.ShardId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The metrics of a shard's pre-aggregation. Counters are those of the namespace. Thread-safe.
final class PreAggregationMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(PreAggregationMetrics.class);

  private final MeterRegistry registry;
  private final ShardId shard;
  private final Gauge groups;
  private final Counter answered;
  private final Counter scanned;

  /// The reason why a rule was given up.
  enum Reason {
    GROUPS,
    MEMORY
  }

  PreAggregationMetrics(MeterRegistry registry, ShardId shard, IntSupplier groupCount) {
    this.registry = registry;
    this.shard = shard;
    groups =
        Gauge.builder("goku.short.preaggregation.groups", groupCount::getAsInt)
            .description("groups of series that are aggregated while they are written")
            .tags("namespace", shard.namespace(), "shard", Integer.toString(shard.shard()))
            .register(registry);
    answered = queried("cells");
    scanned = queried("series");
  }

  private Counter queried(String from) {
    return registry.counter(
        "goku.short.preaggregation.queried", Tags.of("namespace", shard.namespace(), "from", from));
  }

  /// Counts the groups of a query that came from cells, and those that came from series.
  void queried(int fromCells, int fromSeries) {
    answered.increment(fromCells);
    scanned.increment(fromSeries);
  }

  void stopped(PreAggregation rule, Reason reason, int maxGroups) {
    registry
        .counter(
            "goku.short.preaggregation.stopped",
            Tags.of(
                "namespace",
                shard.namespace(),
                "reason",
                reason == Reason.GROUPS ? "groups" : "memory"))
        .increment();
    LOG.warn(
        "pre-aggregation suspended for 10 minutes shard={} metric={} keep={} cause={}. Queries read"
            + " its series",
        shard,
        rule.metric(),
        rule.keep(),
        reason == Reason.GROUPS
            ? "it has more than %d groups; keep fewer tags, or raise max-pre-aggregated-groups"
                .formatted(maxGroups)
            : "the memory budget of %s is used up; raise it, or add nodes"
                .formatted("memory-budget"));
  }

  void close() {
    registry.remove(groups);
  }
}
