package goku.index;

import goku.memory.MemoryUse;
import goku.memory.Purpose;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntConsumer;

/// From 64-bit hashes to numbers; the caller's `Match` tells numbers with equal hashes apart.
///
/// Open addressing in 64 parts that grow one at a time, so that growing never takes long. An entry
/// is the lower half of the hash (the upper bits are alike inside a shard) and the number + 1; only
/// numbers whose half agrees are offered to the match.
///
/// One writer. Readers may look up at any time: an entry is stored with release after what it leads
/// to, and loaded with acquire. A part is replaced as a whole when it grows.
final class HashTable {
  static final int NONE = -1;

  /// Whether a number with this hash is the one that is looked for.
  @FunctionalInterface
  interface Match {
    boolean test(int number);
  }

  private static final VarHandle ENTRY =
      MethodHandles.arrayElementVarHandle(long[].class).withInvokeExactBehavior();
  private static final VarHandle PART =
      MethodHandles.arrayElementVarHandle(long[][].class).withInvokeExactBehavior();

  private static final int PARTS = 64;
  private static final int PART_SHIFT = 6;
  private static final int FIRST_CAPACITY = 16;
  private static final long EMPTY = 0;
  private static final long REMOVED = 0xFFFF_FFFFL;
  private static final long NUMBER = 0xFFFF_FFFFL;

  private final MemoryUse use;
  private final long[][] parts = new long[PARTS][FIRST_CAPACITY];

  /// Entries of each part that are not empty, removed ones included. Writer only.
  private final int[] taken = new int[PARTS];

  HashTable(MemoryUse use) {
    this.use = use;
    use.add(Purpose.INDEX, (long) PARTS * FIRST_CAPACITY * Long.BYTES);
  }

  int find(long hash, Match match) {
    var part = (long[]) PART.getAcquire(parts, part(hash));
    for (int i = home(hash, part); ; i = (i + 1) & (part.length - 1)) {
      var entry = (long) ENTRY.getAcquire(part, i);
      if (entry == EMPTY) {
        return NONE;
      }
      if (agrees(entry, hash) && match.test(number(entry))) {
        return number(entry);
      }
    }
  }

  /// Offers every number that may have the hash; the caller tells those apart that have another.
  void offer(long hash, IntConsumer numbers) {
    var part = (long[]) PART.getAcquire(parts, part(hash));
    int i = home(hash, part);
    for (var entry = (long) ENTRY.getAcquire(part, i);
        entry != EMPTY;
        entry = (long) ENTRY.getAcquire(part, i)) {
      if (agrees(entry, hash)) {
        numbers.accept(number(entry));
      }
      i = (i + 1) & (part.length - 1);
    }
  }

  /// Adds a number that is not in the table under this hash.
  void add(long hash, int number) {
    int index = part(hash);
    if ((taken[index] + 1) * 4L > parts[index].length * 3L) {
      rebuild(index);
    }
    long[] part = parts[index];
    taken[index]++;
    ENTRY.setRelease(part, freeIndex(hash, part), hash << 32 | (number + 1));
  }

  void remove(long hash, int number) {
    long[] part = parts[part(hash)];
    for (int i = home(hash, part); part[i] != EMPTY; i = (i + 1) & (part.length - 1)) {
      if (agrees(part[i], hash) && number(part[i]) == number) {
        ENTRY.setRelease(part, i, REMOVED);
        return;
      }
    }
    throw new IllegalStateException("number %d is not in the table".formatted(number));
  }

  /// Takes the table's bytes out of the accounts.
  void close() {
    for (long[] part : parts) {
      use.add(Purpose.INDEX, -(long) part.length * Long.BYTES);
    }
  }

  /// Replaces a part by one without removed entries that is half full at most.
  private void rebuild(int index) {
    long[] old = parts[index];
    int live = 0;
    for (long entry : old) {
      live += entry == EMPTY || entry == REMOVED ? 0 : 1;
    }
    int capacity = Math.max(FIRST_CAPACITY, Integer.highestOneBit(live) * 4);
    long[] part = new long[capacity];
    for (long entry : old) {
      if (entry != EMPTY && entry != REMOVED) {
        part[freeIndex(entry >>> 32, part)] = entry;
      }
    }
    use.add(Purpose.INDEX, (long) (capacity - old.length) * Long.BYTES);
    taken[index] = live;
    PART.setRelease(parts, index, part);
  }

  private static int freeIndex(long hash, long[] part) {
    int i = home(hash, part);
    while (part[i] != EMPTY) {
      i = (i + 1) & (part.length - 1);
    }
    return i;
  }

  private static boolean agrees(long entry, long hash) {
    return entry >>> 32 == (hash & NUMBER) && entry != REMOVED;
  }

  private static int number(long entry) {
    return (int) entry - 1;
  }

  private static int part(long hash) {
    return (int) hash & (PARTS - 1);
  }

  private static int home(long hash, long[] part) {
    return ((int) hash >>> PART_SHIFT) & (part.length - 1);
  }
}
