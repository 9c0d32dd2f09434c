package goku.longterm.read.search;

import java.util.Arrays;

/// The series of several buckets, each once, by the hash and the check of its name. Positions are
/// given in the order in which series are first seen; nothing is made per series but numbers.
/// Filled by one thread; when it is published any thread may read.
public final class SeriesUnion {
  private static final int FIRST_CAPACITY = 64;

  private long[] hashes = new long[FIRST_CAPACITY];
  private int[] checks = new int[FIRST_CAPACITY];

  /// Where the numbers of each series begin in `numbers`, and behind the last their end.
  private int[] starts = new int[FIRST_CAPACITY + 1];

  /// Of each series: the number of its metric, then of its pairs.
  private int[] numbers = new int[8 * FIRST_CAPACITY];

  private int size;

  /// Positions plus one by hash, open addressing; at most half full.
  private int[] table = new int[4 * FIRST_CAPACITY];

  public int size() {
    return size;
  }

  /// The position of a series; one that is new gets the next, to which `add` must be called then.
  int find(long hash, int check) {
    int mask = table.length - 1;
    for (int i = home(hash, mask); ; i = (i + 1) & mask) {
      int found = table[i] - 1;
      if (found < 0) {
        return size;
      }
      if (hashes[found] == hash && checks[found] == check) {
        return found;
      }
    }
  }

  /// Adds the series that was looked for last and not found.
  void add(long hash, int check, int metric, int[] pairs, int count) {
    if (size == hashes.length) {
      grow();
    }
    int start = starts[size];
    int end = Math.addExact(start, count + 1);
    if (end > numbers.length) {
      numbers = Arrays.copyOf(numbers, (int) Math.max(end, Math.min(2L * numbers.length, 1 << 30)));
    }
    numbers[start] = metric;
    System.arraycopy(pairs, 0, numbers, start + 1, count);
    hashes[size] = hash;
    checks[size] = check;
    size++;
    starts[size] = end;
    insert(hash, size);
  }

  public int metric(int position) {
    return numbers[starts[position]];
  }

  int pairCount(int position) {
    return starts[position + 1] - starts[position] - 1;
  }

  int pair(int position, int n) {
    return numbers[starts[position] + 1 + n];
  }

  void setPair(int position, int n, int number) {
    numbers[starts[position] + 1 + n] = number;
  }

  /// Writes the pairs to the array, if it is long enough. Returns how many there are.
  public int pairs(int position, int[] into) {
    int count = pairCount(position);
    if (count <= into.length) {
      System.arraycopy(numbers, starts[position] + 1, into, 0, count);
    }
    return count;
  }

  private void grow() {
    int capacity = Math.multiplyExact(hashes.length, 2);
    hashes = Arrays.copyOf(hashes, capacity);
    checks = Arrays.copyOf(checks, capacity);
    starts = Arrays.copyOf(starts, capacity + 1);
    table = new int[Math.multiplyExact(capacity, 4)];
    for (int position = 0; position < size; position++) {
      insert(hashes[position], position + 1);
    }
  }

  private void insert(long hash, int positionPlusOne) {
    int mask = table.length - 1;
    int i = home(hash, mask);
    while (table[i] != 0) {
      i = (i + 1) & mask;
    }
    table[i] = positionPlusOne;
  }

  /// Names are hashed well; the lowest bits may decide the shard.
  private static int home(long hash, int mask) {
    return (int) (hash >>> 24) & mask;
  }
}
