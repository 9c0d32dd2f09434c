package goku.codec.block;

import java.util.Arrays;

/// An encoder of chunks with few distinct values, as a table of them and packed indexes. Reused for
/// one chunk after the other.
final class DictionaryEncoder implements ChunkEncoder {
  static final int HEADER_BYTES = 2;

  /// The size at which a table takes as much as it saves.
  private static final int MAX_VALUES = 32;

  private static final int SLOTS = 4 * MAX_VALUES;

  /// A factor that spreads the bits of doubles, of which the lowest are often zero, over the slots.
  private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

  private final long[] table = new long[MAX_VALUES];
  private final long[] indexes = new long[BlockLayout.MAX_CHUNK];
  private final int[] slots = new int[SLOTS];
  private int size;
  private int count;

  /// Returns the bytes that the values take, or `Integer.MAX_VALUE` when all are equal or too many
  /// are distinct.
  @Override
  public int plan(long[] bits, int n) {
    Arrays.fill(slots, 0);
    size = 0;
    count = n;
    for (int i = 0; i < n; i++) {
      int index = indexOf(bits[i]);
      if (index == MAX_VALUES) {
        return Integer.MAX_VALUE;
      }
      indexes[i] = index;
    }
    if (size == 1) {
      return Integer.MAX_VALUE;
    }
    return HEADER_BYTES + size * Long.BYTES + BlockLayout.packedBytes(count, width());
  }

  private int indexOf(long bits) {
    int slot = (int) ((bits * MIX) >>> 57);
    while (slots[slot] != 0) {
      int index = slots[slot] - 1;
      if (table[index] == bits) {
        return index;
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    if (size == MAX_VALUES) {
      return MAX_VALUES;
    }
    table[size] = bits;
    slots[slot] = ++size;
    return size - 1;
  }

  private int width() {
    return BlockLayout.bitWidth(size - 1L);
  }

  @Override
  public int write(byte[] into, int at) {
    into[at] = (byte) ChunkEncoding.DICTIONARY.flags();
    into[at + 1] = (byte) size;
    int end = BitPacker.pack(table, size, Long.SIZE, into, at + HEADER_BYTES);
    return BitPacker.pack(indexes, count, width(), into, end);
  }
}
