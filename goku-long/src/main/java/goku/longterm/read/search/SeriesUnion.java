package goku.longterm.read.search;

import java.util.Arrays;

/// The series of several buckets, each once, by the hash and the check of its name. Positions
/// follow the order in which series are first seen. There is no object per series. Filled by one
/// thread; any thread may read once published.
public final class SeriesUnion {
  private static final int FIRST_CAPACITY = 64;

  private long[] hashes = new long[FIRST_CAPACITY];
  private int[] checks = new int[FIRST_CAPACITY];

  /// The start of each series in `numbers`, and after the last series the end.
  private int[] starts = new int[FIRST_CAPACITY + 1];

  /// The number of the metric of each series, followed by those of its pairs.
  private int[] numbers = new int[8 * FIRST_CAPACITY];

  private int size;

  /// The positions plus one by hash, with open addressing, at most half full.
  private int[] table = new int[4 * FIRST_CAPACITY];

  public int size() {
    return size;
  }

  /// Returns the position of a series. A new one gets the next position, and `add` must follow.
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

  /// Adds the series of the last `find`, which was not found.
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

  /// Writes the pairs to the array if it is long enough. Returns their number.
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

  /// Returns the first slot of a hash. The lowest bits are skipped, as they may decide the shard.
  private static int home(long hash, int mask) {
    return (int) (hash >>> 24) & mask;
  }
}
