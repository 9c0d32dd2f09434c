package goku.root.planning;

import goku.model.ShardId;
import goku.model.Store;

/// A shard of GokuS or GokuL. The two stores number their shards independently.
public record StoreShard(Store store, ShardId id) {
  /// Returns `ns1/2` for GokuS, `long:ns1/2` for GokuL.
  @Override
  public String toString() {
    return store == Store.LONG_TERM ? "long:" + id : id.toString();
  }
}
