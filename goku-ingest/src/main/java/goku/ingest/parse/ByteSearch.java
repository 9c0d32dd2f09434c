package goku.ingest.parse;

/// A search for one byte that compares eight bytes at a time.
final class ByteSearch {
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long HIGH_BITS = LOW_BITS << 7;

  private ByteSearch() {}

  /// Returns the index of the first such byte from `start` on, or `end`.
  ///
  /// @param wanted an ASCII character
  static int find(byte[] bytes, int start, int end, char wanted) {
    long pattern = LOW_BITS * wanted;
    int at = start;
    for (; at <= end - 2 * Long.BYTES; at += 2 * Long.BYTES) {
      long first = marks(EightBytes.at(bytes, at), pattern);
      long second = marks(EightBytes.at(bytes, at + Long.BYTES), pattern);
      if ((first | second) != 0) {
        return first != 0
            ? at + Long.numberOfTrailingZeros(first) / Byte.SIZE
            : at + Long.BYTES + Long.numberOfTrailingZeros(second) / Byte.SIZE;
      }
    }
    while (at < end && bytes[at] != wanted) {
      at++;
    }
    return at;
  }

  /// Returns a number with the high bit set in each byte that equals the pattern. Only the lowest
  /// set bit is reliable. A byte of `differences` is zero where a byte equals the wanted one. Only
  /// there, or above it, does the subtraction borrow into a clear high bit.
  private static long marks(long bytes, long pattern) {
    long differences = bytes ^ pattern;
    return (differences - LOW_BITS) & ~differences & HIGH_BITS;
  }
}
