package goku.shortterm;

import goku.model.ShardId;
import goku.shortterm.shard.Shard;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The shards that are open on this node. Stores add and remove; query threads look up.
/// Thread-safe.
final class ShardRegistry {
  private final Map<ShardId, Shard> open = new ConcurrentHashMap<>();

  void add(Shard shard) {
    open.put(shard.id(), shard);
  }

  /// Removes this very shard, not one that took its place.
  void remove(Shard shard) {
    open.remove(shard.id(), shard);
  }

  Optional<Shard> get(ShardId id) {
    return Optional.ofNullable(open.get(id));
  }

  Set<ShardId> ids() {
    return Set.copyOf(open.keySet());
  }
}
