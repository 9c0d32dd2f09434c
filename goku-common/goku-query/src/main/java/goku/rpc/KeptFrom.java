package goku.rpc;

import goku.model.Namespace;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// The first millisecond that all replicas of a namespace's shards in memory keep, as they last
/// stated; the smallest long if they have dropped nothing, or if nothing is known. The replicas are
/// asked once a second. Thread-safe.
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
      long from =
          health
              .apply(namespace)
              .mapToLong(ShardHealth::keptFromMillis)
              .max()
              .orElse(Long.MIN_VALUE);
      last = new Known(from, now + SECOND_NANOS);
      known.put(namespace.name(), last);
    }
    return last.fromMillis;
  }
}
