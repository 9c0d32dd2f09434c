package goku.rpc;

import goku.model.ShardId;
import java.util.Optional;

/// Which node serves a shard at this moment. Thread-safe.
@FunctionalInterface
public interface ShardMap {
  Optional<StorageNode> nodeOf(ShardId shard);
}
