package goku.shortterm;

import goku.model.ShardId;
import goku.shortterm.lifecycle.ShardLifecycle;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The open shards of this node. State stores add and remove them, query threads look them up.
/// Thread-safe.
final class ShardRegistry {
  private final Map<ShardId, ShardLifecycle> open = new ConcurrentHashMap<>();

  void add(ShardLifecycle shard) {
    open.put(shard.shard().id(), shard);
  }

  /// Removes this very shard, not its replacement.
  void remove(ShardLifecycle shard) {
    open.remove(shard.shard().id(), shard);
  }

  Optional<ShardLifecycle> get(ShardId id) {
    return Optional.ofNullable(open.get(id));
  }

  List<ShardLifecycle> all() {
    return List.copyOf(open.values());
  }

  Set<ShardId> ids() {
    return Set.copyOf(open.keySet());
  }
}
