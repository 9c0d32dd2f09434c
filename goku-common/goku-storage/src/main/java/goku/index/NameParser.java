package goku.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A parser of canonical names, `metric key=value key=value`. Owned by the writer and reused for
/// each name.
final class NameParser {
  /// The largest number of tags of a series, whose terms must fit in a block.
  static final int MAX_TAGS = 16_000;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
  private static final long BLANK = ' ' * EACH_BYTE;
  private static final long EQUALS = '=' * EACH_BYTE;

  private int[] starts = new int[16];
  private int[] keyLengths = new int[16];
  private int[] lengths = new int[16];
  private int count;

  /// Parses a name. Returns false if the bytes are not a canonical name.
  boolean parse(byte[] bytes, int offset, int length) {
    count = 0;
    int end = offset + length;
    int start = offset;
    while (start <= end) {
      int at = indexOf(BLANK, bytes, start, end);
      boolean isTag = count > 0;
      int equals = isTag ? indexOf(EQUALS, bytes, start, at) : at;
      boolean hasKey = equals > start && equals < at;
      if (at == start || at - start > TermDictionary.MAX_BYTES || (isTag && !hasKey)) {
        return false;
      }
      add(start, at - start, isTag ? equals - start : 0);
      start = at + 1;
    }
    return count > 0 && tagCount() <= MAX_TAGS;
  }

  int metricLength() {
    return lengths[0];
  }

  int tagCount() {
    return count - 1;
  }

  /// Returns the start of the n-th tag.
  int start(int n) {
    return starts[n + 1];
  }

  int length(int n) {
    return lengths[n + 1];
  }

  int keyLength(int n) {
    return keyLengths[n + 1];
  }

  /// Returns the index of the first such byte, or `to` if there is none. Compares eight bytes at
  /// once.
  private static int indexOf(long wanted, byte[] bytes, int from, int to) {
    int i = from;
    for (; i + Long.BYTES <= to; i += Long.BYTES) {
      long difference = (long) LONG.get(bytes, i) ^ wanted;
      long zeros = (difference - EACH_BYTE) & ~difference & (EACH_BYTE << 7);
      if (zeros != 0) {
        return i + (Long.numberOfTrailingZeros(zeros) >>> 3); // the lowest match is always exact
      }
    }
    while (i < to && bytes[i] != (byte) wanted) {
      i++;
    }
    return i;
  }

  private void add(int start, int length, int keyLength) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
      keyLengths = Arrays.copyOf(keyLengths, count * 2);
      lengths = Arrays.copyOf(lengths, count * 2);
    }
    starts[count] = start;
    lengths[count] = length;
    keyLengths[count] = keyLength;
    count++;
  }
}
