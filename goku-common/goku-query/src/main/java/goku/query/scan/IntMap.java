package goku.query.scan;

import java.util.Arrays;

/// A map of non-negative ints to ints, with open addressing and without removal. Owned by one
/// thread until published, then read by any thread.
final class IntMap {
  static final int NONE = -1;

  private int[] keys = new int[16];
  private int[] values = new int[16];
  private int size;

  IntMap() {
    Arrays.fill(keys, NONE);
  }

  int get(int key) {
    int[] all = keys;
    int mask = all.length - 1;
    for (int i = home(key) & mask; ; i = (i + 1) & mask) {
      if (all[i] == key) {
        return values[i];
      }
      if (all[i] == NONE) {
        return NONE;
      }
    }
  }

  /// Adds a key that the map does not have.
  void put(int key, int value) {
    if (size * 2 >= keys.length) {
      grow();
    }
    insert(key, value);
    size++;
  }

  int size() {
    return size;
  }

  private void insert(int key, int value) {
    int mask = keys.length - 1;
    int i = home(key) & mask;
    while (keys[i] != NONE) {
      i = (i + 1) & mask;
    }
    keys[i] = key;
    values[i] = value;
  }

  private void grow() {
    int[] oldKeys = keys;
    int[] oldValues = values;
    keys = new int[oldKeys.length * 2];
    values = new int[keys.length];
    Arrays.fill(keys, NONE);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != NONE) {
        insert(oldKeys[i], oldValues[i]);
      }
    }
  }

  private static int home(int key) {
    int mixed = key * 0x9E37_79B9; // Fibonacci hashing: term ids are dense
    return mixed ^ mixed >>> 16;
  }
}
