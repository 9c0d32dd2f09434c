package goku.codec.block;

/// A packer of integers of one width, the first in the lowest bits.
final class BitPacker {
  private BitPacker() {}

  /// Packs the lowest `width` bits of `count` integers and returns the index after them. May
  /// overwrite up to seven further bytes.
  static int pack(long[] values, int count, int width, byte[] into, int at) {
    if (width == 0) {
      return at;
    }
    long mask = BlockLayout.mask(width);
    long word = 0;
    int used = 0;
    int end = at;
    for (int i = 0; i < count; i++) {
      long value = values[i] & mask;
      word |= value << used;
      used += width;
      if (used >= Long.SIZE) {
        BlockLayout.store(into, end, word);
        end += Long.BYTES;
        used -= Long.SIZE;
        word = used == 0 ? 0 : value >>> (width - used);
      }
    }
    if (used > 0) {
      BlockLayout.store(into, end, word);
    }
    return at + BlockLayout.packedBytes(count, width);
  }
}
