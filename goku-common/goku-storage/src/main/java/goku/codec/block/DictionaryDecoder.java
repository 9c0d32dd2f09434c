package goku.codec.block;

import static java.lang.Double.doubleToRawLongBits;
import static java.lang.Double.longBitsToDouble;

import java.lang.foreign.MemorySegment;

/// A decoder of chunks that a `DictionaryEncoder` wrote.
final class DictionaryDecoder {
  private DictionaryDecoder() {}

  /// Decodes a chunk and returns the offset after it.
  static long decode(MemorySegment segment, long at, int count, double[] values, int to) {
    int size = ((int) BlockLayout.load(segment, at) >>> 8) & 0xFF;
    int width = BlockLayout.bitWidth(size - 1L);
    long table = at + DictionaryEncoder.HEADER_BYTES;
    long indexes = table + (long) size * Long.BYTES;
    ValueUnpacker.unpack(segment, indexes, count, width, 0, values, to);
    for (int i = to; i < to + count; i++) {
      long entry = table + doubleToRawLongBits(values[i]) * Long.BYTES;
      values[i] = longBitsToDouble(BlockLayout.load(segment, entry));
    }
    return indexes + BlockLayout.packedBytes(count, width);
  }
}
