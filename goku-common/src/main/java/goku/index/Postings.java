package goku.index;

import goku.memory.MemoryUse;
import goku.memory.Purpose;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/// From each term to the slots of the series that have it (the inverted index of section 4.6.2).
///
/// Lists are immutable. Those of a few slots are plain arrays, because a Roaring bitmap of one slot
/// takes 170 bytes and terms of one series are common; longer ones are bitmaps. The writer replaces
/// a list by a changed copy; readers load whatever is current.
final class Postings {
  /// Where the bytes of an array and of a bitmap meet, spread over a few containers.
  private static final int MAX_ARRAY = 64;

  private static final int ARRAY_OVERHEAD = 16;

  private final MemoryUse use;

  /// By term id: null, `int[]` ascending, or `RoaringBitmap`.
  private volatile AtomicReferenceArray<@Nullable Object> lists = new AtomicReferenceArray<>(1024);

  private long bytes;

  Postings(MemoryUse use) {
    this.use = use;
  }

  /// The slots of a term, which nobody changes.
  RoaringBitmap get(int term) {
    AtomicReferenceArray<@Nullable Object> all = lists;
    Object list = term < all.length() ? all.getAcquire(term) : null;
    return switch (list) {
      case null -> new RoaringBitmap();
      case RoaringBitmap bitmap -> bitmap;
      default -> RoaringBitmap.bitmapOf((int[]) list);
    };
  }

  /// Adds ascending slots. Writer only, as is `remove`.
  void add(int term, int[] slots) {
    Object list = current(term);
    if (list == null && slots.length <= MAX_ARRAY) {
      replace(term, null, slots);
    } else if (list instanceof int[] few && few.length + slots.length <= MAX_ARRAY) {
      int[] all = Arrays.copyOf(few, few.length + slots.length);
      System.arraycopy(slots, 0, all, few.length, slots.length);
      Arrays.sort(all);
      replace(term, few, all);
    } else {
      RoaringBitmap bitmap = list instanceof RoaringBitmap old ? old.clone() : get(term);
      bitmap.add(slots);
      bitmap.runOptimize();
      replace(term, list, bitmap);
    }
  }

  void remove(int term, int[] slots) {
    Object list = current(term);
    if (list instanceof int[] few) {
      int[] rest =
          Arrays.stream(few).filter(slot -> Arrays.binarySearch(slots, slot) < 0).toArray();
      replace(term, few, rest.length == 0 ? null : rest);
    } else if (list instanceof RoaringBitmap old) {
      RoaringBitmap bitmap = RoaringBitmap.andNot(old, RoaringBitmap.bitmapOf(slots));
      boolean few = bitmap.getCardinality() <= MAX_ARRAY / 2;
      replace(term, old, bitmap.isEmpty() ? null : few ? bitmap.toArray() : bitmap);
    }
  }

  void close() {
    use.add(Purpose.INDEX, -bytes);
    bytes = 0;
  }

  private @Nullable Object current(int term) {
    return term < lists.length() ? lists.get(term) : null;
  }

  private void replace(int term, @Nullable Object old, @Nullable Object list) {
    if (term >= lists.length()) {
      grow(term);
    }
    long difference = bytesOf(list) - bytesOf(old);
    bytes += difference;
    use.add(Purpose.INDEX, difference);
    lists.setRelease(term, list);
  }

  private void grow(int term) {
    AtomicReferenceArray<@Nullable Object> old = lists;
    var larger = new AtomicReferenceArray<@Nullable Object>(Math.max(term + 1, old.length() * 2));
    for (int i = 0; i < old.length(); i++) {
      larger.setPlain(i, old.getPlain(i));
    }
    lists = larger;
  }

  private static long bytesOf(@Nullable Object list) {
    return switch (list) {
      case null -> 0;
      case RoaringBitmap bitmap -> bitmap.getLongSizeInBytes();
      default -> ARRAY_OVERHEAD + (long) ((int[]) list).length * Integer.BYTES;
    };
  }
}
