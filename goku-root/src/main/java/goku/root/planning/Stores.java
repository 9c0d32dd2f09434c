package goku.root.planning;

import goku.model.Store;
import goku.rpc.StorageNode;
import org.jspecify.annotations.Nullable;

/// GokuS and GokuL, each asked like one node that has all shards. Thread-safe.
///
/// @param longTerm null without GokuL: GokuS is asked for everything
public record Stores(StorageNode shortTerm, @Nullable StorageNode longTerm) {
  /// Whether there is a GokuL.
  boolean hasLongTerm() {
    return longTerm != null;
  }

  StorageNode of(Store store) {
    return store == Store.LONG_TERM && longTerm != null ? longTerm : shortTerm;
  }
}
