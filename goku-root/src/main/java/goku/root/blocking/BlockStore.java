package goku.root.blocking;

import goku.model.Block;
import java.util.List;
import java.util.function.UnaryOperator;

/// The store of the blocklist.
@FunctionalInterface
public interface BlockStore {
  /// Replaces the list by the result of the change and returns the new list, ordered by name.
  /// Writes nothing if the list is unchanged. May call the change several times. Throws a
  /// `goku.service.ClusterException` if the list cannot be read or written.
  List<Block> change(UnaryOperator<List<Block>> change);
}
