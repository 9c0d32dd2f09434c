package goku.root.compacted.table;

import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Values in the order of their keys, with their memory. One thread writes, others read.
final class HeldMap<K extends Comparable<K>, V extends Held<K>> {
  private final ConcurrentNavigableMap<K, V> byKey = new ConcurrentSkipListMap<>();
  private final AtomicLong bytes = new AtomicLong();

  /// Adds a value, or replaces the one of its key.
  ///
  /// @param what the values, for the error
  /// @throws IllegalArgumentException if all values together would need more than `maxBytes`
  void put(V value, long maxBytes, String what) {
    long more = value.heldBytes() - heldBytes(byKey.get(value.key()));
    if (more > 0 && bytes.get() + more > maxBytes) {
      throw new IllegalArgumentException(
          "%s use %d of %d bytes of memory; delete some, or raise the heap (GOKU_HEAP)"
              .formatted(what, bytes.get(), maxBytes));
    }
    byKey.put(value.key(), value);
    bytes.addAndGet(more);
  }

  void remove(K key) {
    bytes.addAndGet(-heldBytes(byKey.remove(key)));
  }

  ConcurrentNavigableMap<K, V> byKey() {
    return byKey;
  }

  long bytes() {
    return bytes.get();
  }

  private static <K> long heldBytes(@Nullable Held<K> value) {
    return value == null ? 0 : value.heldBytes();
  }
}
