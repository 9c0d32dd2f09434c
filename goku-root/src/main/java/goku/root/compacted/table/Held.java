package goku.root.compacted.table;

/// A value of a table.
///
/// @param <K> the type of its key
public interface Held<K> {
  K key();

  /// Returns the approximate size in bytes on the heap, with its entry in the table.
  long heldBytes();

  /// Returns the size of a text's characters in bytes on the heap.
  static long bytes(String text) {
    return text.chars().allMatch(character -> character < 256)
        ? text.length()
        : (long) Character.BYTES * text.length();
  }
}
