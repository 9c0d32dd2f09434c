package goku.codec.block;

import java.lang.foreign.MemorySegment;

/// Reads single integers out of packed ones.
final class PackedBits {
  /// The widest that `getNarrow` reads.
  static final int NARROW = 57;

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

  /// The same for at most 57 bits, which one load holds wherever they begin.
  static long getNarrow(MemorySegment segment, long at, int bit, long mask) {
    return (BlockLayout.load(segment, at + (bit >>> 3)) >>> (bit & 7)) & mask;
  }
}
