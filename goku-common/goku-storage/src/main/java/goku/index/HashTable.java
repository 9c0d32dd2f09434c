package goku.index;

import goku.memory.MemoryUse;
import goku.memory.Purpose;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;

/// A hash table from 64-bit hashes to numbers. The caller's `Match` tells apart numbers with equal
/// hashes.
///
/// Open addressing in 256 parts that grow one at a time, so that no growth takes long. An entry is
/// 4 bytes. It holds the number + 1, in the bits that the largest number of the part needs, and
/// bits of the hash in the rest, to keep false candidates rare: one per 2048 passed entries in a
/// table of a million, one per 16 in a table of a hundred million. The hash bits in an entry do not
/// determine its place, so a growing part asks for the hashes of its numbers.
///
/// One writer. Readers may look up at any time: an entry is stored with release after the data that
/// it refers to, and loaded with acquire. A growing part is replaced as a whole.
final class HashTable {
  static final int NONE = -1;

  /// The test that a number with the hash is the wanted one.
  @FunctionalInterface
  interface Match {
    boolean test(int number);
  }

  private static final class Part {
    private final int[] entries;

    /// The number of lower bits of an entry that hold the number, at most 31.
    private final int numberBits;

    Part(int capacity, int numberBits) {
      entries = new int[capacity];
      this.numberBits = numberBits;
    }

    int home(long mixed) {
      return (int) (((mixed << PART_BITS >>> 32) * entries.length) >>> 32);
    }

    int next(int i) {
      return i + 1 == entries.length ? 0 : i + 1;
    }

    /// Returns the number of an entry that may have the hash. Returns a negative value for an entry
    /// with another hash and for a removed entry.
    int candidate(int entry, long hash) {
      return (entry ^ ((int) hash << numberBits)) >>> numberBits == 0 ? number(entry) : NONE;
    }

    int number(int entry) {
      return (entry & ((1 << numberBits) - 1)) - 1;
    }

    boolean holds(int number) {
      return (number + 1) >>> numberBits == 0;
    }
  }

  private static final VarHandle ENTRY =
      MethodHandles.arrayElementVarHandle(int[].class).withInvokeExactBehavior();
  private static final VarHandle PART =
      MethodHandles.arrayElementVarHandle(Part[].class).withInvokeExactBehavior();

  /// Multiplier for hashes. The upper bits of name hashes are alike within a shard, but those of
  /// the product are not.
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private static final int PART_BITS = 8;
  private static final int MIN_CAPACITY = 4;
  private static final double LOAD_AFTER_GROWTH = 0.62;
  private static final double MAX_LOAD = 0.85;
  private static final int GROUP = 64;
  private static final int EMPTY = 0;

  /// A removed entry: its number + 1 is zero.
  private static final int REMOVED = 1 << 31;

  /// Bytes of the array header and the part object.
  private static final int PART_OVERHEAD = 40;

  private static final Part NO_ENTRIES = new Part(1, 31);

  private final MemoryUse use;
  private final IntToLongFunction hashes;
  private final Part[] parts = new Part[1 << PART_BITS];

  /// The number of entries of each part that are not empty, including removed ones. Writer only.
  private final int[] taken = new int[1 << PART_BITS];

  private final int[] numbers = new int[GROUP];
  private final long[] hashesOfNumbers = new long[GROUP];
  private int largest;

  /// @param hashes function from a number in the table to its hash
  HashTable(MemoryUse use, IntToLongFunction hashes) {
    this.use = use;
    this.hashes = hashes;
    Arrays.fill(parts, NO_ENTRIES);
  }

  int find(long hash, Match match) {
    long mixed = hash * MIX;
    var part = (Part) PART.getAcquire(parts, index(mixed));
    for (int i = part.home(mixed); ; i = part.next(i)) {
      var entry = (int) ENTRY.getAcquire(part.entries, i);
      if (entry == EMPTY) {
        return NONE;
      }
      int number = part.candidate(entry, hash);
      if (number >= 0 && match.test(number)) {
        return number;
      }
    }
  }

  /// Passes every number that may have the hash. The caller must rule out numbers with other
  /// hashes.
  void offer(long hash, IntConsumer numbers) {
    find(
        hash,
        number -> {
          numbers.accept(number);
          return false;
        });
  }

  /// Adds a number. The table must not hold it under this hash.
  void add(long hash, int number) {
    long mixed = hash * MIX;
    int index = index(mixed);
    largest = Math.max(largest, number);
    if (taken[index] + 1 > parts[index].entries.length * MAX_LOAD || !parts[index].holds(number)) {
      rebuild(index);
    }
    taken[index]++;
    insert(parts[index], hash, number);
  }

  void remove(long hash, int number) {
    long mixed = hash * MIX;
    Part part = parts[index(mixed)];
    for (int i = part.home(mixed); part.entries[i] != EMPTY; i = part.next(i)) {
      if (part.number(part.entries[i]) == number) {
        ENTRY.setRelease(part.entries, i, REMOVED);
        return;
      }
    }
    throw new IllegalStateException(
        "cannot remove number=%d: it is not in the table".formatted(number));
  }

  /// Subtracts the bytes of the table from the memory accounts.
  void close() {
    for (Part part : parts) {
      use.add(Purpose.INDEX, -bytes(part));
    }
  }

  /// Replaces a part by one with more room and no removed entries.
  private void rebuild(int index) {
    Part old = parts[index];
    int live = 0;
    for (int entry : old.entries) {
      live += old.number(entry) >= 0 ? 1 : 0;
    }
    int capacity = Math.max(MIN_CAPACITY, (int) ((live + 1) / LOAD_AFTER_GROWTH));
    // room for numbers half as large again, so that parts grow before they need more bits
    int numberBits = 64 - Long.numberOfLeadingZeros(largest + largest / 2L + 1);
    var part = new Part(capacity, Math.min(numberBits, 31));
    int waiting = 0;
    for (int entry : old.entries) {
      int number = old.number(entry);
      if (number >= 0) {
        numbers[waiting++] = number;
      }
      if (waiting == numbers.length) {
        insert(part, waiting);
        waiting = 0;
      }
    }
    insert(part, waiting);
    use.add(Purpose.INDEX, bytes(part) - bytes(old));
    taken[index] = live;
    PART.setRelease(parts, index, part);
  }

  /// Inserts the first `count` of `numbers`. The hashes are scattered in memory. Loading them in a
  /// row lets the cache misses overlap.
  private void insert(Part part, int count) {
    for (int i = 0; i < count; i++) {
      hashesOfNumbers[i] = hashes.applyAsLong(numbers[i]);
    }
    for (int i = 0; i < count; i++) {
      insert(part, hashesOfNumbers[i], numbers[i]);
    }
  }

  private static void insert(Part part, long hash, int number) {
    int i = part.home(hash * MIX);
    while (part.entries[i] != EMPTY) {
      i = part.next(i);
    }
    ENTRY.setRelease(part.entries, i, ((int) hash << part.numberBits) | (number + 1));
  }

  private static int index(long mixed) {
    return (int) (mixed >>> (64 - PART_BITS));
  }

  private static long bytes(Part part) {
    return part.entries.length == 1
        ? 0 // the part that all tables share
        : PART_OVERHEAD + (long) part.entries.length * Integer.BYTES;
  }
}
