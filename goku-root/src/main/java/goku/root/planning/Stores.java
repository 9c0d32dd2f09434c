package goku.root.planning;

import goku.model.Store;
import goku.rpc.StorageNode;
import org.jspecify.annotations.Nullable;

/// The stores GokuS and GokuL, each addressed like one node that has all shards. Thread-safe.
///
/// @param longTerm null without GokuL; GokuS then answers for all times
public record Stores(StorageNode shortTerm, @Nullable StorageNode longTerm) {
  /// Returns whether the cluster has GokuL.
  boolean hasLongTerm() {
    return longTerm != null;
  }

  StorageNode of(Store store) {
    return store == Store.LONG_TERM && longTerm != null ? longTerm : shortTerm;
  }
}
