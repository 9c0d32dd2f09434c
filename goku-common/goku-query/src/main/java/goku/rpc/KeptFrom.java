package goku.rpc;

import goku.model.Namespace;
import goku.model.ShardId;
import goku.model.Tier;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// The first millisecond of which ingestors accept datapoints of a namespace, by what the replicas
/// of its shards last stated. The smallest long if they have dropped nothing, or if nothing is
/// known. The replicas are asked once a second. Thread-safe.
///
/// Late datapoints need all replicas of their shard. A datapoint that one of them has dropped would
/// be hidden while the others are down: roots then ask GokuL for its time, which does not have it
/// yet. Those of the last two hours need one replica, so that a replica with a wrong clock stops
/// nobody. Replicas that recover do not count, and what a shard stated last counts while it has no
/// other.
public final class KeptFrom implements ToLongFunction<Namespace> {
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long RECENT_MILLIS = Tier.MEMORY_BUCKET.toMillis();

  /// @param byShard the first millisecond of each shard
  /// @param untilNanos the time from which on it is asked again
  private record Known(Map<ShardId, Long> byShard, long fromMillis, long untilNanos) {
    static Known of(Map<ShardId, Long> byShard, long untilNanos) {
      long from = byShard.values().stream().mapToLong(Long::longValue).max().orElse(Long.MIN_VALUE);
      return new Known(Map.copyOf(byShard), from, untilNanos);
    }
  }

  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private final Function<Namespace, Stream<ShardHealth>> health;
  private final InstantSource clock;
  private final LongSupplier nanoTime;

  /// @param health gives the health of all replicas of a namespace's shards
  /// @param clock tells which datapoints are late
  public KeptFrom(
      Function<Namespace, Stream<ShardHealth>> health, InstantSource clock, LongSupplier nanoTime) {
    this.health = health;
    this.clock = clock;
    this.nanoTime = nanoTime;
  }

  @Override
  public long applyAsLong(Namespace namespace) {
    long now = nanoTime.getAsLong();
    Known last = known.get(namespace.name());
    if (last == null || now - last.untilNanos >= 0) {
      Map<ShardId, Long> byShard = new HashMap<>(last == null ? Map.of() : last.byShard);
      byShard.putAll(stated(namespace));
      last = Known.of(byShard, now + SECOND_NANOS);
      known.put(namespace.name(), last);
    }
    return last.fromMillis;
  }

  private Map<ShardId, Long> stated(Namespace namespace) {
    Map<ShardId, LongSummaryStatistics> replicas = new HashMap<>();
    health
        .apply(namespace)
        .filter(replica -> replica.state() == ShardState.SERVING)
        .forEach(
            replica ->
                replicas
                    .computeIfAbsent(replica.shard(), _ -> new LongSummaryStatistics())
                    .accept(replica.keptFromMillis()));
    long recent = clock.millis() - RECENT_MILLIS;
    Map<ShardId, Long> from = new HashMap<>();
    replicas.forEach(
        (shard, kept) -> from.put(shard, Math.max(kept.getMin(), Math.min(kept.getMax(), recent))));
    return from;
  }
}
