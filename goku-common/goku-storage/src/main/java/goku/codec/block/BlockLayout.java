package goku.codec.block;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Flags and fields of a chunk's header; the package comment has the table.
final class BlockLayout {
  static final int DELTAS = 1;
  static final int BITS = 1 << 1;
  static final int LINE = 1 << 1;
  static final int DIVISOR = 1 << 2;
  static final int PATCHED = 1 << 3;
  static final int ULPS = 1 << 4;
  static final int RAW = 1 << 5;

  /// The flag of a chunk in a `ChunkEncoding`, which the other bits name.
  static final int ESCAPE = 1 << 6;

  static final int SCALED = 1 << 7;

  /// The first byte of a block of histograms, which no chunk begins with.
  static final int HISTOGRAMS = 0xFD;

  /// The first byte of a block of 64-bit integers, which no chunk begins with.
  static final int LONGS = 0xFE;

  /// The first byte of a block of whole values that are no integers.
  static final int DOUBLES = 0xFF;

  static final int FIXED_HEADER_BYTES = 3;

  /// The largest header: flags, width and lengths, the exponent, base and first, the divisor.
  static final int MAX_HEADER_BYTES = FIXED_HEADER_BYTES + 1 + 3 * Long.BYTES;

  /// The largest number of entries of a chunk, so that a position fits into a byte.
  static final int MAX_CHUNK = 255;

  /// The approximate number of entries of chunks of longer blocks. Each chunk has a width of its
  /// own.
  static final int CUT_CHUNK = 128;

  /// The largest number of entries of a block, which always fits into an array.
  static final int MAX_COUNT = 200_000_000;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle ARRAY_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  private BlockLayout() {}

  /// Returns the largest size of `count` entries of 64 bits, including the excess that a packer
  /// stores.
  static int maxBytes(int count) {
    if (count > MAX_COUNT) {
      throw new IllegalArgumentException(
          "cannot encode %d entries: a block has at most %d".formatted(count, MAX_COUNT));
    }
    int chunks = count / CUT_CHUNK + 1;
    return 1 + count * (Long.BYTES + 1) + chunks * (MAX_HEADER_BYTES + 3 * Long.BYTES);
  }

  /// Returns the smallest size of `count` entries: for each chunk a header and a base of one byte.
  static int minBytes(int count) {
    int length = chunkLength(count);
    return (int) (((long) count + length - 1) / length) * (FIXED_HEADER_BYTES + 1);
  }

  /// Returns the length of all chunks but the last.
  static int chunkLength(int count) {
    if (count <= MAX_CHUNK) {
      return Math.max(count, 1);
    }
    int chunks = (count - 1) / CUT_CHUNK + 1;
    return (count - 1) / chunks + 1;
  }

  static long load(MemorySegment segment, long at) {
    return segment.get(LONG, at);
  }

  static void store(byte[] into, int at, long value) {
    ARRAY_LONG.set(into, at, value);
  }

  /// Returns the integer in the lowest bytes, with its sign.
  static long loadSigned(MemorySegment segment, long at, int bytes) {
    int shift = Long.SIZE - bytes * Byte.SIZE;
    return (load(segment, at) << shift) >> shift;
  }

  /// Returns the number of bytes, 1 to 8, that hold an integer with its sign.
  static int signedBytes(long value) {
    return (Long.SIZE - Long.numberOfLeadingZeros(value ^ (value >> 63))) / Byte.SIZE + 1;
  }

  static int baseBytes(int lengths) {
    return (lengths & 7) + 1;
  }

  static int firstBytes(int lengths) {
    return ((lengths >>> 3) & 7) + 1;
  }

  static int divisorBytes(int lengths) {
    return 1 << (lengths >>> 6);
  }

  static int lengths(int baseBytes, int firstBytes, int divisorBytes) {
    return (baseBytes - 1)
        | ((firstBytes - 1) << 3)
        | (Integer.numberOfTrailingZeros(divisorBytes) << 6);
  }

  static int bitWidth(long unsigned) {
    return Long.SIZE - Long.numberOfLeadingZeros(unsigned);
  }

  static int packedBytes(int count, int width) {
    return (count * width + Byte.SIZE - 1) / Byte.SIZE;
  }

  static long mask(int width) {
    return width == 0 ? 0 : -1L >>> (Long.SIZE - width);
  }

  static long zigzag(long value) {
    return (value << 1) ^ (value >> 63);
  }

  static long unzigzag(long value) {
    return (value >>> 1) ^ -(value & 1);
  }
}
