package goku.rpc;

import goku.model.Namespace;
import goku.model.ShardId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// The first millisecond that all shards of a namespace keep in memory: for each shard, that of the
/// replica that keeps most, as it last stated; the smallest long if they have dropped nothing, or
/// if nothing is known. A replica that still recovers does not count. The replicas are asked once a
/// second. Thread-safe.
public final class KeptFrom implements ToLongFunction<Namespace> {
  private static final long SECOND_NANOS = 1_000_000_000;

  /// @param untilNanos the time from which on it is asked again
  private record Known(long fromMillis, long untilNanos) {}

  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private final Function<Namespace, Stream<ShardHealth>> health;
  private final LongSupplier nanoTime;

  /// @param health gives the health of all replicas of a namespace's shards
  public KeptFrom(Function<Namespace, Stream<ShardHealth>> health, LongSupplier nanoTime) {
    this.health = health;
    this.nanoTime = nanoTime;
  }

  @Override
  public long applyAsLong(Namespace namespace) {
    long now = nanoTime.getAsLong();
    Known last = known.get(namespace.name());
    if (last == null || now - last.untilNanos >= 0) {
      Map<ShardId, Long> byShard = new HashMap<>();
      health
          .apply(namespace)
          .filter(replica -> replica.state() == ShardState.SERVING)
          .forEach(replica -> byShard.merge(replica.shard(), replica.keptFromMillis(), Math::min));
      long from = byShard.values().stream().max(Comparator.naturalOrder()).orElse(Long.MIN_VALUE);
      last = new Known(from, now + SECOND_NANOS);
      known.put(namespace.name(), last);
    }
    return last.fromMillis;
  }
}
