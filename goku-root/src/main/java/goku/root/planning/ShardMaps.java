package goku.root.planning;

import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.Store;
import goku.rpc.ShardMap;
import goku.rpc.StorageNode;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which nodes serve the shards of GokuS and GokuL at this moment. Thread-safe.
///
/// @param longTerm null without GokuL: GokuS is asked for everything
public record ShardMaps(ShardMap shortTerm, @Nullable ShardMap longTerm) {
  /// Whether there is a GokuL.
  boolean hasLongTerm() {
    return longTerm != null;
  }

  public Optional<StorageNode> nodeOf(StoreShard shard) {
    ShardMap map = shard.store() == Store.LONG_TERM ? longTerm : shortTerm;
    return map == null ? Optional.empty() : map.nodeOf(shard.id());
  }

  /// The shards that nobody serves, of both stores.
  public Stream<StoreShard> missing(Namespaces namespaces) {
    return namespaces.all().stream().flatMap(this::all).filter(shard -> nodeOf(shard).isEmpty());
  }

  private Stream<StoreShard> all(Namespace namespace) {
    Stream<StoreShard> inMemory =
        namespace.allShards().map(shard -> new StoreShard(Store.SHORT_TERM, shard));
    Stream<StoreShard> onDisk =
        namespace.allDiskShards().map(shard -> new StoreShard(Store.LONG_TERM, shard));
    return hasLongTerm() ? Stream.concat(inMemory, onDisk) : inMemory;
  }
}
