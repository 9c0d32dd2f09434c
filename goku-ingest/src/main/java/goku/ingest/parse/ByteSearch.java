package goku.ingest.parse;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Looks for a byte, eight at a time.
final class ByteSearch {
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long HIGH_BITS = LOW_BITS << 7;

  private ByteSearch() {}

  /// Where the first such byte from `start` on is, `end` when there is none before it.
  ///
  /// A byte of `differences` is zero where the wanted one is, and only there (or above it) does the
  /// subtraction borrow into a clear high bit.
  ///
  /// @param wanted an ASCII character
  static int find(byte[] bytes, int start, int end, char wanted) {
    long pattern = LOW_BITS * wanted;
    int at = start;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      long differences = (long) EIGHT_BYTES.get(bytes, at) ^ pattern;
      long zeros = (differences - LOW_BITS) & ~differences & HIGH_BITS;
      if (zeros != 0) {
        return at + Long.numberOfTrailingZeros(zeros) / Byte.SIZE;
      }
    }
    while (at < end && bytes[at] != wanted) {
      at++;
    }
    return at;
  }
}
