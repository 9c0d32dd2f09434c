package goku.codec.block;

import java.lang.foreign.MemorySegment;

/// Reads single integers out of packed ones.
final class PackedBits {
  private PackedBits() {}

  /// The integer of `width` bits, 1 to 64, that begins so many bits behind an offset.
  static long get(MemorySegment segment, long at, long bit, int width) {
    long from = at + (bit >>> 3);
    int shift = (int) bit & 7;
    long value = BlockLayout.load(segment, from) >>> shift;
    if (shift + width > Long.SIZE) {
      value |= BlockLayout.load(segment, from + Long.BYTES) << (Long.SIZE - shift);
    }
    return value & BlockLayout.mask(width);
  }
}
