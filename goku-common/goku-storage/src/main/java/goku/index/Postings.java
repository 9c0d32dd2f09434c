package goku.index;

import goku.memory.MemoryUse;
import goku.memory.Purpose;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/// The inverted index of section 4.6.2 of the paper: for each term, the slots of its series.
///
/// Lists are immutable: `PackedSlots` while they are short, Roaring bitmaps above. The writer
/// replaces a list by a changed one. Readers load the current list.
final class Postings {
  /// Largest packed list in bytes: some thousand slots, which unpack in 10 us. Widely spread slots
  /// are packed in greater numbers, as a bitmap pays for each range of 65,536 slots in use.
  private static final int PACKED_BYTES = 4096;

  private static final int MAX_PACKED_BYTES = 32 << 10;
  private static final int PACKED_BYTES_A_CONTAINER = 128;
  private static final int ARRAY_OVERHEAD = 16;
  private static final int REFERENCE_BYTES = 4;
  private static final int FIRST_CAPACITY = 1024;
  private static final byte[] NO_SLOTS = new byte[0];

  /// The number of lists that are loaded together before they are changed.
  private static final int GROUP = 64;

  private final MemoryUse use;

  /// Lists by term id: null, `byte[]` of `PackedSlots`, or `RoaringBitmap`.
  private volatile AtomicReferenceArray<@Nullable Object> lists =
      new AtomicReferenceArray<>(FIRST_CAPACITY);

  private final byte[] @Nullable [] packed = new byte[GROUP][];
  private long bytes;

  Postings(MemoryUse use) {
    this.use = use;
    count((long) FIRST_CAPACITY * REFERENCE_BYTES);
  }

  /// Returns the slots of a term. The bitmap must not be modified.
  RoaringBitmap get(int term) {
    return switch (list(term)) {
      case null -> new RoaringBitmap();
      case RoaringBitmap bitmap -> bitmap;
      case Object list -> RoaringBitmap.bitmapOf(PackedSlots.unpack((byte[]) list));
    };
  }

  /// Returns the slots of a term, ascending.
  int[] slots(int term) {
    return switch (list(term)) {
      case null -> new int[0];
      case RoaringBitmap bitmap -> bitmap.toArray();
      case Object list -> PackedSlots.unpack((byte[]) list);
    };
  }

  private @Nullable Object list(int term) {
    AtomicReferenceArray<@Nullable Object> all = lists;
    return term < all.length() ? all.getAcquire(term) : null;
  }

  /// Adds slots to terms that do not have them. Writer only, as is `remove`.
  void add(TermSlots added) {
    int[] all = added.slots();
    if (all.length > 0) {
      add(TermDictionary.ALL_SERIES, all, 0, all.length);
    }
    for (int first = 0; first < added.size(); first += GROUP) {
      int count = Math.min(GROUP, added.size() - first);
      // the lists are scattered in memory; loading them in a row lets the cache misses overlap
      for (int i = 0; i < count; i++) {
        packed[i] = list(added.term(first + i)) instanceof byte[] list ? list : null;
      }
      for (int i = 0; i < count; i++) {
        int n = first + i;
        byte[] list = packed[i];
        if (list == null) {
          add(added.term(n), added.sorted(), added.from(n), added.to(n));
        } else {
          addPacked(added.term(n), list, added.sorted(), added.from(n), added.to(n));
        }
      }
    }
  }

  void remove(TermSlots removed) {
    int[] all = removed.slots();
    if (all.length > 0) {
      remove(TermDictionary.ALL_SERIES, all, 0, all.length);
    }
    for (int n = 0; n < removed.size(); n++) {
      remove(removed.term(n), removed.sorted(), removed.from(n), removed.to(n));
    }
  }

  /// Adds `slots[from]` to `slots[to - 1]`, ascending. The term must not have them.
  void add(int term, int[] slots, int from, int to) {
    Object before = list(term);
    if (before instanceof RoaringBitmap old) {
      replace(term, old, SharedBitmaps.add(old, bitmap(slots, from, to)));
    } else {
      addPacked(term, (byte[]) before, slots, from, to);
    }
  }

  void remove(int term, int[] slots, int from, int to) {
    Object list = lists.get(term);
    if (list instanceof byte[] packed) {
      byte[] rest = PackedSlots.remove(packed, slots, from, to);
      replace(term, packed, rest.length == 0 ? null : rest);
    } else if (list instanceof RoaringBitmap old) {
      RoaringBitmap rest = SharedBitmaps.remove(old, bitmap(slots, from, to));
      replace(term, old, rest.isEmpty() ? null : packedIfFew(rest));
    }
  }

  private void addPacked(int term, byte @Nullable [] before, int[] slots, int from, int to) {
    byte[] list = before == null ? NO_SLOTS : before;
    int largest = slots[to - 1];
    if (list.length + to - from <= maxPacked(largest)) {
      list = PackedSlots.merge(list, slots, from, to);
      boolean few = list.length <= maxPacked(largest);
      replace(term, before, few ? list : toBitmap(PackedSlots.unpack(list)));
      return;
    }
    RoaringBitmap old = list.length == 0 ? new RoaringBitmap() : get(term);
    replace(term, before, SharedBitmaps.add(old, bitmap(slots, from, to)));
  }

  void close() {
    count(-bytes);
  }

  /// Returns packed slots if there are few. The threshold is far below that of `PACKED_BYTES`, so
  /// that a list does not change back and forth.
  private static Object packedIfFew(RoaringBitmap bitmap) {
    if (bitmap.getCardinality() > PACKED_BYTES / 4) {
      return bitmap;
    }
    int[] slots = bitmap.toArray();
    return PackedSlots.of(slots, 0, slots.length);
  }

  private static int maxPacked(int largestSlot) {
    return Math.clamp(
        (largestSlot >>> 16) * (long) PACKED_BYTES_A_CONTAINER, PACKED_BYTES, MAX_PACKED_BYTES);
  }

  private static RoaringBitmap bitmap(int[] slots, int from, int to) {
    return RoaringBitmap.bitmapOf(Arrays.copyOfRange(slots, from, to));
  }

  private static RoaringBitmap toBitmap(int[] slots) {
    return SharedBitmaps.add(new RoaringBitmap(), RoaringBitmap.bitmapOf(slots));
  }

  private void replace(int term, @Nullable Object before, @Nullable Object list) {
    if (term >= lists.length()) {
      grow(term);
    }
    count(bytesOf(list) - bytesOf(before));
    lists.setRelease(term, list);
  }

  private void grow(int term) {
    AtomicReferenceArray<@Nullable Object> old = lists;
    int capacity = Math.max(term + 1, old.length() + old.length() / 4);
    var larger = new AtomicReferenceArray<@Nullable Object>(capacity);
    for (int i = 0; i < old.length(); i++) {
      larger.setPlain(i, old.getPlain(i));
    }
    count((long) (capacity - old.length()) * REFERENCE_BYTES);
    lists = larger;
  }

  private void count(long difference) {
    bytes += difference;
    use.add(Purpose.INDEX, difference);
  }

  private static long bytesOf(@Nullable Object list) {
    return switch (list) {
      case null -> 0;
      case RoaringBitmap bitmap -> SharedBitmaps.bytes(bitmap);
      default -> ARRAY_OVERHEAD + ((((byte[]) list).length + 7) & ~7);
    };
  }
}
