package goku.codec.block;

import java.lang.foreign.MemorySegment;

/// A reader of single packed integers.
final class PackedBits {
  /// The largest width that `getNarrow` reads.
  static final int NARROW = 57;

  private PackedBits() {}

  /// Returns the integer of `width` bits, 1 to 64, that begins `bit` bits after an offset.
  static long get(MemorySegment segment, long at, long bit, int width) {
    long from = at + (bit >>> 3);
    int shift = (int) bit & 7;
    long value = BlockLayout.load(segment, from) >>> shift;
    if (shift + width > Long.SIZE) {
      value |= BlockLayout.load(segment, from + Long.BYTES) << (Long.SIZE - shift);
    }
    return value & BlockLayout.mask(width);
  }

  /// Returns an integer of at most 57 bits, which one load covers wherever it begins.
  static long getNarrow(MemorySegment segment, long at, int bit, long mask) {
    return (BlockLayout.load(segment, at + (bit >>> 3)) >>> (bit & 7)) & mask;
  }
}
