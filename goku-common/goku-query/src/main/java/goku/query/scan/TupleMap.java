package goku.query.scan;

import java.util.Arrays;

/// A numbering of short lists of ints in the order of their first occurrence. Owned by one thread.
final class TupleMap {
  private int[] table = new int[16];
  private int[] starts = new int[17];
  private int[] content = new int[64];
  private int size;

  TupleMap() {
    Arrays.fill(table, IntMap.NONE);
  }

  /// Returns the number of the list's first `length` ints.
  int number(int[] tuple, int length) {
    int mask = table.length - 1;
    int i = hash(tuple, 0, length) & mask;
    while (table[i] != IntMap.NONE) {
      int number = table[i];
      if (is(number, tuple, length)) {
        return number;
      }
      i = (i + 1) & mask;
    }
    table[i] = size;
    append(tuple, length);
    if (size * 2 > table.length) {
      grow();
    }
    return size - 1;
  }

  /// Compares in a loop, because a call of `Arrays.equals` costs more for lists this short.
  private boolean is(int number, int[] tuple, int length) {
    int start = starts[number];
    if (starts[number + 1] - start != length) {
      return false;
    }
    for (int n = 0; n < length; n++) {
      if (content[start + n] != tuple[n]) {
        return false;
      }
    }
    return true;
  }

  int size() {
    return size;
  }

  int length(int number) {
    return starts[number + 1] - starts[number];
  }

  int get(int number, int n) {
    return content[starts[number] + n];
  }

  private void append(int[] tuple, int length) {
    int start = starts[size];
    if (start + length > content.length) {
      content = Arrays.copyOf(content, Math.max(start + length, content.length * 2));
    }
    System.arraycopy(tuple, 0, content, start, length);
    size++;
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, size * 2);
    }
    starts[size] = start + length;
  }

  private void grow() {
    table = new int[table.length * 2];
    Arrays.fill(table, IntMap.NONE);
    int mask = table.length - 1;
    for (int number = 0; number < size; number++) {
      int i = hash(content, starts[number], starts[number + 1]) & mask;
      while (table[i] != IntMap.NONE) {
        i = (i + 1) & mask;
      }
      table[i] = number;
    }
  }

  private static int hash(int[] ints, int from, int to) {
    int hash = 1;
    for (int i = from; i < to; i++) {
      hash = (hash ^ ints[i]) * 0x9E37_79B9;
      hash ^= hash >>> 15;
    }
    return hash;
  }
}
