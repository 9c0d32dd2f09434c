package goku.longterm.read.search;

import java.util.Arrays;

/// A numbering of the pairs of one bucket, from 0 in the order of their first occurrence. Owned by
/// one thread.
final class PairNumbers {
  private int[] pairs = new int[64];
  private int size;

  /// The numbers plus one in a hash table with open addressing, at most half full.
  private int[] table = new int[256];

  /// Returns the number of a pair. A new pair gets the next number.
  int of(int pair) {
    int mask = table.length - 1;
    int i = home(pair, mask);
    while (table[i] != 0) {
      if (pairs[table[i] - 1] == pair) {
        return table[i] - 1;
      }
      i = (i + 1) & mask;
    }
    if (size == pairs.length) {
      pairs = Arrays.copyOf(pairs, size * 2);
    }
    pairs[size++] = pair;
    table[i] = size;
    if (size * 2 > table.length) {
      rehash();
    }
    return size - 1;
  }

  int size() {
    return size;
  }

  /// Returns all pairs, ascending.
  int[] sorted() {
    int[] all = Arrays.copyOf(pairs, size);
    Arrays.sort(all);
    return all;
  }

  private void rehash() {
    table = new int[table.length * 2];
    int mask = table.length - 1;
    for (int number = 0; number < size; number++) {
      int i = home(pairs[number], mask);
      while (table[i] != 0) {
        i = (i + 1) & mask;
      }
      table[i] = number + 1;
    }
  }

  private static int home(int pair, int mask) {
    int mixed = pair * 0x9E37_79B9; // Fibonacci hashing: pairs are dense
    return (mixed ^ mixed >>> 16) & mask;
  }
}
