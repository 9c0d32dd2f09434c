package goku.codec.block;

/// The window `base` to `base + 2^width - 1` in which integers are cheapest to pack, when those
/// outside are patched. Reused for one chunk after the other.
final class Frame {
  private static final int CLASSES = Long.SIZE + 1;
  private static final int SAMPLES = 9;

  /// Bits that a patch must save beyond its own size, because it is as slow to decode as some
  /// integers.
  private static final int BITS_A_PATCH_MUST_SAVE = 3;

  /// The number of packed bits below which patches cannot pay.
  private static final int TOO_FEW_BITS = 48;

  long base;
  int width;

  /// An estimate of the bits of packed integers and patches.
  int bits;

  private final int[] counts = new int[CLASSES];
  private final long[] smallest = new long[CLASSES];
  private final long[] largest = new long[CLASSES];
  private final long[] sample = new long[SAMPLES];

  void fit(long[] values, int count) {
    if (count == 0) {
      base = 0;
      width = 0;
      bits = 0;
      return;
    }
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      min = Math.min(min, values[i]);
      max = Math.max(max, values[i]);
    }
    base = min;
    width = BlockLayout.bitWidth(max - min);
    bits = count * width;
    if (bits > TOO_FEW_BITS) {
      fitWithPatches(values, count, min, max);
    }
  }

  /// Fits a window with patches. Integers are grouped into classes by the bit width of their
  /// distance to the approximate median. Each class is tried as the last one inside of the window.
  private void fitWithPatches(long[] values, int count, long min, long max) {
    long middle = middle(values, count);
    clearClasses();
    for (int i = 0; i < count; i++) {
      long value = values[i];
      long distance = value - middle;
      int c = BlockLayout.bitWidth(distance ^ (distance >> 63));
      counts[c]++;
      smallest[c] = Math.min(smallest[c], value);
      largest[c] = Math.max(largest[c], value);
    }
    int widest = width;
    int least = bits;
    int outside = count;
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int c = 0; c < CLASSES && outside > 0; c++) {
      if (counts[c] > 0) {
        outside -= counts[c];
        low = Math.min(low, smallest[c]);
        high = Math.max(high, largest[c]);
        int inside = BlockLayout.bitWidth(high - low);
        if (outside > 0 && inside < widest) {
          long above = BlockLayout.zigzag((max - low) >> inside);
          long below = BlockLayout.zigzag((min - low) >> inside);
          int payload = BlockLayout.bitWidth(above | below);
          int cost = count * inside + patchBits(count, outside, payload);
          int weighted = cost + outside * BITS_A_PATCH_MUST_SAVE;
          if (weighted < least) {
            least = weighted;
            bits = cost;
            base = low;
            width = inside;
          }
        }
      }
    }
  }

  private void clearClasses() {
    for (int c = 0; c < CLASSES; c++) {
      counts[c] = 0;
      smallest[c] = Long.MAX_VALUE;
      largest[c] = Long.MIN_VALUE;
    }
  }

  /// Estimates the bits of patches. Gaps between positions rarely exceed four times their mean.
  private static int patchBits(int entries, int patches, int payload) {
    int gap = BlockLayout.bitWidth(Math.min(4 * entries / patches, entries));
    return PatchWriter.HEADER_BYTES * Byte.SIZE
        + Math.min(entries, patches * gap)
        + patches * payload
        + Byte.SIZE;
  }

  /// Returns the median of some of the values.
  private long middle(long[] values, int count) {
    int n = Math.min(count, SAMPLES);
    for (int i = 0; i < n; i++) {
      long value = values[i * count / n];
      int j = i;
      for (; j > 0 && sample[j - 1] > value; j--) {
        sample[j] = sample[j - 1];
      }
      sample[j] = value;
    }
    return sample[n / 2];
  }
}
