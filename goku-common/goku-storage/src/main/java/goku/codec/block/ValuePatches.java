package goku.codec.block;

import static java.lang.Double.doubleToRawLongBits;
import static java.lang.Double.longBitsToDouble;

import java.lang.foreign.MemorySegment;

/// The application of patches, which a `PatchWriter` wrote, to the bits of doubles.
final class ValuePatches {
  private ValuePatches() {}

  /// Adds to the bits at some positions and returns the offset after the patches.
  static long add(MemorySegment segment, long at, int entries, int shift, double[] values, int to) {
    return apply(segment, at, entries, shift, false, values, to);
  }

  /// Replaces the bits at some positions and returns the offset after the patches.
  static long replace(MemorySegment segment, long at, int entries, double[] values, int to) {
    return apply(segment, at, entries, 0, true, values, to);
  }

  private static long apply(
      MemorySegment segment,
      long at,
      int entries,
      int shift,
      boolean replace,
      double[] values,
      int to) {
    int header = (int) BlockLayout.load(segment, at) & 0xFFFF;
    int width = PatchHeader.payloadWidth(header);
    int gapWidth = PatchHeader.gapWidth(header);
    long mask = BlockLayout.mask(width);
    boolean narrow = width <= PackedBits.NARROW;
    long positions = at + PatchWriter.HEADER_BYTES;
    if (gapWidth != PatchWriter.BITMAP) {
      int count = PatchHeader.count(header);
      long payloads = positions + BlockLayout.packedBytes(count, gapWidth);
      long gapMask = BlockLayout.mask(gapWidth);
      int position = to - 1;
      for (int i = 0; i < count; i++) {
        position += (int) PackedBits.getNarrow(segment, positions, i * gapWidth, gapMask) + 1;
        long payload =
            narrow
                ? PackedBits.getNarrow(segment, payloads, i * width, mask)
                : PackedBits.get(segment, payloads, (long) i * width, width);
        set(values, position, payload, shift, replace);
      }
      return payloads + BlockLayout.packedBytes(count, width);
    }
    long payloads = positions + BlockLayout.packedBytes(entries, 1);
    int count = 0;
    for (int from = 0; from < entries; from += Long.SIZE) {
      long word = BlockLayout.load(segment, positions + from / Byte.SIZE);
      word &= BlockLayout.mask(Math.min(entries - from, Long.SIZE));
      while (word != 0) {
        int position = to + from + Long.numberOfTrailingZeros(word);
        long payload =
            narrow
                ? PackedBits.getNarrow(segment, payloads, count * width, mask)
                : PackedBits.get(segment, payloads, (long) count * width, width);
        set(values, position, payload, shift, replace);
        count++;
        word &= word - 1;
      }
    }
    return payloads + BlockLayout.packedBytes(count, width);
  }

  private static void set(double[] values, int at, long payload, int shift, boolean replace) {
    long bits = doubleToRawLongBits(values[at]);
    long patched = replace ? payload : bits + (BlockLayout.unzigzag(payload) << shift);
    values[at] = longBitsToDouble(patched);
  }
}
