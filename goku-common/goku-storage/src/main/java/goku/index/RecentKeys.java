package goku.index;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A cache of recently used tag keys and their terms. There are few keys, and each new series has a
/// dozen of them. Owned by the writer, which clears the cache when a key is removed.
final class RecentKeys {
  private static final int PLACES = 256;

  private final byte[] @Nullable [] keys = new byte[PLACES][];
  private final int[] terms = new int[PLACES];

  /// Returns the term of the key, or `TermDictionary.NONE` if the cache does not have it.
  int find(byte[] bytes, int offset, int length) {
    int place = place(bytes, offset, length);
    byte[] key = keys[place];
    boolean known =
        key != null && Arrays.equals(key, 0, key.length, bytes, offset, offset + length);
    return known ? terms[place] : TermDictionary.NONE;
  }

  void put(byte[] bytes, int offset, int length, int term) {
    int place = place(bytes, offset, length);
    keys[place] = Arrays.copyOfRange(bytes, offset, offset + length);
    terms[place] = term;
  }

  void clear() {
    Arrays.fill(keys, null);
  }

  private static int place(byte[] bytes, int offset, int length) {
    int first = bytes[offset];
    int middle = bytes[offset + length / 2];
    int last = bytes[offset + length - 1];
    return (((first * 31 + middle) * 31 + last) * 31 + length) & (PLACES - 1);
  }
}
