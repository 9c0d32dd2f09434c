package goku.codec.block;

import static java.lang.Double.longBitsToDouble;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// An unpacker of integers of one width into the bits of doubles. One load of 64 bits serves as
/// many integers as fit: eight of up to 8 bits, four of up to 16, two of up to 30.
final class ValueUnpacker {
  private ValueUnpacker() {}

  /// @param or bits that are set in every result
  static void unpack(
      MemorySegment segment, long at, int count, int width, long or, double[] values, int to) {
    if (width == 0) {
      Arrays.fill(values, to, to + count, longBitsToDouble(or));
    } else if (width <= 8) {
      unpackEights(segment, at, count, width, or, values, to);
    } else if (width <= 16) {
      unpackFours(segment, at, count, width, or, values, to);
    } else if (width <= 30) {
      unpackPairs(segment, at, count, width, or, values, to);
    } else if (width <= PackedBits.NARROW) {
      unpackSingles(segment, at, 0, count, width, or, values, to);
    } else {
      unpackWide(segment, at, count, width, or, values, to);
    }
  }

  /// Unpacks groups of eight integers, which are exactly `width` bytes.
  private static void unpackEights(
      MemorySegment segment, long at, int count, int width, long or, double[] values, int to) {
    long mask = BlockLayout.mask(width);
    int last = count - 7;
    int i = 0;
    for (; i < last; i += 8) {
      long word = BlockLayout.load(segment, at + (long) (i >> 3) * width);
      int shift = width;
      int j = to + i;
      values[j] = value(word, mask, or);
      values[j + 1] = value(word >>> shift, mask, or);
      values[j + 2] = value(word >>> (shift += width), mask, or);
      values[j + 3] = value(word >>> (shift += width), mask, or);
      values[j + 4] = value(word >>> (shift += width), mask, or);
      values[j + 5] = value(word >>> (shift += width), mask, or);
      values[j + 6] = value(word >>> (shift += width), mask, or);
      values[j + 7] = value(word >>> (shift + width), mask, or);
    }
    long word = BlockLayout.load(segment, at + (long) (i >> 3) * width);
    for (; i < count; i++) {
      values[to + i] = value(word, mask, or);
      word >>>= width;
    }
  }

  /// Unpacks groups of four integers. A group begins at a multiple of four bits and ends at most 64
  /// bits after the start of its first byte.
  private static void unpackFours(
      MemorySegment segment, long at, int count, int width, long or, double[] values, int to) {
    long mask = BlockLayout.mask(width);
    int last = count - 3;
    int i = 0;
    for (; i < last; i += 4) {
      int bit = i * width;
      long word = BlockLayout.load(segment, at + (bit >> 3)) >>> (bit & 7);
      int j = to + i;
      values[j] = value(word, mask, or);
      values[j + 1] = value(word >>> width, mask, or);
      values[j + 2] = value(word >>> (2 * width), mask, or);
      values[j + 3] = value(word >>> (3 * width), mask, or);
    }
    unpackSingles(segment, at, i, count, width, or, values, to);
  }

  private static void unpackPairs(
      MemorySegment segment, long at, int count, int width, long or, double[] values, int to) {
    long mask = BlockLayout.mask(width);
    int last = count - 1;
    int i = 0;
    for (; i < last; i += 2) {
      int bit = i * width;
      long word = BlockLayout.load(segment, at + (bit >> 3)) >>> (bit & 7);
      values[to + i] = value(word, mask, or);
      values[to + i + 1] = value(word >>> width, mask, or);
    }
    unpackSingles(segment, at, i, count, width, or, values, to);
  }

  private static void unpackSingles(
      MemorySegment segment,
      long at,
      int from,
      int count,
      int width,
      long or,
      double[] values,
      int to) {
    long mask = BlockLayout.mask(width);
    for (int i = from; i < count; i++) {
      long word = PackedBits.getNarrow(segment, at, i * width, mask);
      values[to + i] = longBitsToDouble(word | or);
    }
  }

  private static void unpackWide(
      MemorySegment segment, long at, int count, int width, long or, double[] values, int to) {
    for (int i = 0; i < count; i++) {
      long word = PackedBits.get(segment, at, (long) i * width, width);
      values[to + i] = longBitsToDouble(word | or);
    }
  }

  private static double value(long word, long mask, long or) {
    return longBitsToDouble((word & mask) | or);
  }
}
