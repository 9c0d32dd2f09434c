package goku.root.planning;

import goku.model.ShardId;
import goku.model.Store;

/// A shard of GokuS or of GokuL, whose numbers have nothing to do with each other.
public record StoreShard(Store store, ShardId id) {
  /// `ns1/2`, and `long:ns1/2` on disk.
  @Override
  public String toString() {
    return store == Store.LONG_TERM ? "long:" + id : id.toString();
  }
}
