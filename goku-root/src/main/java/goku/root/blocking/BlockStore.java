package goku.root.blocking;

import goku.model.Block;
import java.util.List;
import java.util.function.UnaryOperator;

/// Where the list of blocked metrics is kept.
@FunctionalInterface
public interface BlockStore {
  /// Replaces the list by what the change makes of it, and returns it, by name; the same list
  /// changes nothing. The change may be called several times. Throws a
  /// `goku.service.ClusterException` when the list cannot be read or changed.
  List<Block> change(UnaryOperator<List<Block>> change);
}
