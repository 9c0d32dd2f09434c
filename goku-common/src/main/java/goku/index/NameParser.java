package goku.index;

import java.util.Arrays;

/// Finds the components of a canonical name, `metric key=value key=value`. Owned by the writer and
/// used again for each name.
final class NameParser {
  /// Tags of a series: their terms fit in a block.
  static final int MAX_TAGS = 16_000;

  private int[] starts = new int[16];
  private int[] keyLengths = new int[16];
  private int[] lengths = new int[16];
  private int count;

  /// False when the bytes are no canonical name.
  boolean parse(byte[] bytes, int offset, int length) {
    count = 0;
    int end = offset + length;
    int start = offset;
    while (start <= end) {
      int equals = -1;
      int at = start;
      while (at < end && bytes[at] != ' ') {
        if (bytes[at] == '=' && equals < 0) {
          equals = at;
        }
        at++;
      }
      boolean isTag = count > 0;
      if (at == start || at - start > TermDictionary.MAX_BYTES || (isTag && equals <= start)) {
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

  /// Where the n-th tag begins.
  int start(int n) {
    return starts[n + 1];
  }

  int length(int n) {
    return lengths[n + 1];
  }

  int keyLength(int n) {
    return keyLengths[n + 1];
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
