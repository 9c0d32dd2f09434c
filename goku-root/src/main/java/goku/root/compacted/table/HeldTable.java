package goku.root.compacted.table;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;

/// The values that this root has read, limited in bytes. Thread-safe: one thread writes, others
/// read.
public final class HeldTable<K extends Comparable<K>, V extends Held<K>> {
  private final long maxBytes;
  private volatile HeldMap<K, V> values = new HeldMap<>();

  /// Creates an empty table.
  public HeldTable(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  long maxBytes() {
    return maxBytes;
  }

  /// Returns the memory of all values in bytes.
  public long bytes() {
    return values.bytes();
  }

  public Optional<V> get(K key) {
    return Optional.ofNullable(values.byKey().get(key));
  }

  public int size() {
    return values.byKey().size();
  }

  /// Returns the values with keys from `first` to `last`, inclusive.
  public NavigableMap<K, V> between(K first, K last) {
    return Collections.unmodifiableNavigableMap(values.byKey().subMap(first, true, last, true));
  }

  /// Replaces all values.
  void replaceBy(HeldMap<K, V> others) {
    values = others;
  }
}
