package goku.codec.block;

import java.lang.foreign.MemorySegment;

/// The application of patches, which a `PatchWriter` wrote, to timestamps.
final class TimestampPatches {
  private TimestampPatches() {}

  /// Adds to the timestamps at some positions and returns the offset after the patches.
  static long add(
      MemorySegment segment, long at, int entries, int shift, long[] timestamps, int to) {
    int header = (int) BlockLayout.load(segment, at) & 0xFFFF;
    int width = PatchHeader.payloadWidth(header);
    int gapWidth = PatchHeader.gapWidth(header);
    long positions = at + PatchWriter.HEADER_BYTES;
    if (gapWidth != PatchWriter.BITMAP) {
      int count = PatchHeader.count(header);
      long payloads = positions + BlockLayout.packedBytes(count, gapWidth);
      int position = to - 1;
      for (int i = 0; i < count; i++) {
        position += (int) PackedBits.get(segment, positions, (long) i * gapWidth, gapWidth) + 1;
        long payload = PackedBits.get(segment, payloads, (long) i * width, width);
        timestamps[position] += BlockLayout.unzigzag(payload) << shift;
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
        long payload = PackedBits.get(segment, payloads, (long) count * width, width);
        timestamps[position] += BlockLayout.unzigzag(payload) << shift;
        count++;
        word &= word - 1;
      }
    }
    return payloads + BlockLayout.packedBytes(count, width);
  }
}
