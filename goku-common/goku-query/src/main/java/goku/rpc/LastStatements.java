package goku.rpc;

import goku.model.ShardId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/// The last statements of the replicas of shards about what they hold. Only a replica knows what
/// its shard has not handed over to the tiers yet, so the statement of the last one holds while no
/// replica is available: datapoints are accepted, but none of an earlier time. Not thread-safe.
///
/// @param <N> a node
public final class LastStatements<N> {
  private record Statement<N>(N node, ShardHealth health) {}

  private final Map<ShardId, Statement<N>> last = new HashMap<>();

  /// Records the health of a replica. One that recovers knows less than one that served before.
  public void heard(N node, ShardHealth health) {
    var statement = new Statement<>(node, health);
    switch (health.state()) {
      case SERVING -> last.put(health.shard(), statement);
      case RECOVERING, UNAVAILABLE -> last.putIfAbsent(health.shard(), statement);
    }
  }

  /// Forgets all shards but these.
  public void keepOnly(Predicate<ShardId> shards) {
    last.keySet().removeIf(shards.negate());
  }

  /// Reports the last statements about other shards than the available ones, as of a replica that
  /// is not available.
  public void others(Set<ShardId> available, BiConsumer<N, ShardHealth> consumer) {
    last.forEach(
        (shard, statement) -> {
          if (!available.contains(shard)) {
            consumer.accept(statement.node, statement.health.unavailable(0));
          }
        });
  }
}
