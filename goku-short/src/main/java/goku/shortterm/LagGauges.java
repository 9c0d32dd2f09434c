package goku.shortterm;

import goku.model.ShardId;
import goku.rpc.ShardState;
import goku.shortterm.recovery.Freshness;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/// Gauges of the lag and the state of shards. NaN for a shard that is not on this node.
final class LagGauges {
  private static final double MILLIS = 1000;

  private LagGauges() {}

  static void add(MeterRegistry registry, ShardId id, ShardRegistry shards) {
    Gauge.builder("goku.short.lag", () -> of(id, shards, LagGauges::batches))
        .description("lag of the shard behind its partition in batches; NaN if not on this node")
        .tags("namespace", id.namespace(), "shard", Integer.toString(id.shard()))
        .register(registry);
    Gauge.builder(
            "goku.short.lag.seconds",
            () -> of(id, shards, freshness -> (double) freshness.lagMillis() / MILLIS))
        .description("time since the shard was last known to have all of its partition")
        .tags("namespace", id.namespace(), "shard", Integer.toString(id.shard()))
        .register(registry);
    Gauge.builder("goku.short.serving", () -> serving(id, shards))
        .description("1 if the shard has recovered and serves; NaN if not on this node")
        .tags("namespace", id.namespace(), "shard", Integer.toString(id.shard()))
        .register(registry);
  }

  private static double of(ShardId id, ShardRegistry shards, ToDoubleFunction<Freshness> lag) {
    return shards.get(id).map(open -> lag.applyAsDouble(open.freshness())).orElse(Double.NaN);
  }

  private static double serving(ShardId id, ShardRegistry shards) {
    return shards
        .get(id)
        .map(open -> open.health().state() == ShardState.SERVING ? 1.0 : 0.0)
        .orElse(Double.NaN);
  }

  private static double batches(Freshness freshness) {
    long lag = freshness.lagRecords();
    return lag == Freshness.UNKNOWN ? Double.NaN : (double) lag;
  }
}
