package goku.root.compacted.table;

import org.jspecify.annotations.Nullable;

/// A client's change of a value.
public interface TableChange<K, V> {
  K key();

  /// Returns the changed value.
  ///
  /// @param stored null if there is none yet
  /// @param replace whether to clear the fields that the change omits instead of keeping them
  V over(@Nullable V stored, boolean replace);
}
