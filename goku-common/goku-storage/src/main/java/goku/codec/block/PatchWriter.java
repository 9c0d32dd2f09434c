package goku.codec.block;

/// A writer of integers for some positions of a chunk. Positions are gaps, or a bitmap where that
/// is smaller.
final class PatchWriter {
  static final int HEADER_BYTES = 2;
  static final int BITMAP = 15;
  private static final int MAX_GAPS = 63;

  private final long[] gaps = new long[BlockLayout.MAX_CHUNK];
  private final long[] payloads = new long[BlockLayout.MAX_CHUNK];
  private final long[] bitmap = new long[BlockLayout.MAX_CHUNK / Long.SIZE + 1];
  private int count;
  private int last;
  private long allGaps;
  private long allPayloads;

  void clear() {
    count = 0;
    last = -1;
    allGaps = 0;
    allPayloads = 0;
  }

  /// Adds a patch. Positions must ascend.
  void add(int position, long payload) {
    gaps[count] = position - last - 1L;
    payloads[count] = payload;
    allGaps |= gaps[count];
    allPayloads |= payload;
    last = position;
    count++;
  }

  int count() {
    return count;
  }

  /// Returns the bytes that the patches take among `entries` entries, 0 without patches.
  int bytes(int entries) {
    if (count == 0) {
      return 0;
    }
    int positions = usesGaps(entries) ? gapBytes() : BlockLayout.packedBytes(entries, 1);
    return HEADER_BYTES + positions + BlockLayout.packedBytes(count, payloadWidth());
  }

  int write(int entries, byte[] into, int at) {
    boolean byGaps = usesGaps(entries);
    int gapWidth = byGaps ? BlockLayout.bitWidth(allGaps) : BITMAP;
    int header = (payloadWidth() - 1) | (gapWidth << 6) | (byGaps ? count << 10 : 0);
    into[at] = (byte) header;
    into[at + 1] = (byte) (header >>> 8);
    int end = at + HEADER_BYTES;
    if (byGaps) {
      end = BitPacker.pack(gaps, count, gapWidth, into, end);
    } else {
      end = writeBitmap(entries, into, end);
    }
    return BitPacker.pack(payloads, count, payloadWidth(), into, end);
  }

  private boolean usesGaps(int entries) {
    return count <= MAX_GAPS && gapBytes() <= BlockLayout.packedBytes(entries, 1);
  }

  private int gapBytes() {
    return BlockLayout.packedBytes(count, BlockLayout.bitWidth(allGaps));
  }

  private int payloadWidth() {
    return Math.max(1, BlockLayout.bitWidth(allPayloads));
  }

  private int writeBitmap(int entries, byte[] into, int at) {
    int words = (entries + Long.SIZE - 1) / Long.SIZE;
    for (int i = 0; i < words; i++) {
      bitmap[i] = 0;
    }
    int position = -1;
    for (int i = 0; i < count; i++) {
      position += (int) gaps[i] + 1;
      bitmap[position >> 6] |= 1L << position;
    }
    for (int i = 0; i < words; i++) {
      BlockLayout.store(into, at + i * Long.BYTES, bitmap[i]);
    }
    return at + BlockLayout.packedBytes(entries, 1);
  }
}
