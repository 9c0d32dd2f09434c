package goku.model.histogram;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A reader of the fields of a histogram. Owned by one thread.
final class ByteReader {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  private final byte[] bytes;
  private final int end;
  private int at;

  ByteReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    at = from;
    end = to;
  }

  byte next() {
    need(Byte.BYTES);
    return bytes[at++];
  }

  int nextInt() {
    need(Integer.BYTES);
    int value = (int) INT.get(bytes, at);
    at += Integer.BYTES;
    return value;
  }

  float nextFloat() {
    return Float.intBitsToFloat(nextInt());
  }

  long nextLong() {
    need(Long.BYTES);
    long value = (long) LONG.get(bytes, at);
    at += Long.BYTES;
    return value;
  }

  double nextDouble() {
    return Double.longBitsToDouble(nextLong());
  }

  /// Reads a number of ranges.
  int nextSize() {
    int start = at;
    long value = nextVarint();
    if (value < 0 || value > HistogramShape.MAX_RANGES) {
      throw new InvalidHistogramException(
          "%d ranges at byte %d: must be at most %d"
              .formatted(value, start, HistogramShape.MAX_RANGES));
    }
    return (int) value;
  }

  long nextVarint() {
    if (at < end && bytes[at] >= 0) {
      return bytes[at++]; // the usual case
    }
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = next();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new InvalidHistogramException("number of more than 10 bytes at byte " + at);
  }

  int nextZigzag() {
    int value = (int) nextVarint();
    return (value >>> 1) ^ -(value & 1);
  }

  /// Reads the length of a part, which is not longer than the rest.
  int nextLength() {
    long value = nextVarint();
    if (value < 0 || value > left()) {
      throw new InvalidHistogramException("%d bytes are left, wanted %d".formatted(left(), value));
    }
    return (int) value;
  }

  /// Returns a reader of the next bytes, and skips them.
  ByteReader part(int length) {
    int from = at;
    skip(length);
    return new ByteReader(bytes, from, at);
  }

  /// Checks the next byte.
  void require(byte wanted) {
    byte found = next();
    if (found != wanted) {
      throw new InvalidHistogramException("kind=%d: must be %d".formatted(found, wanted));
    }
  }

  int left() {
    return end - at;
  }

  int position() {
    return at;
  }

  void skip(int count) {
    need(count);
    at += count;
  }

  /// Checks that nothing is left.
  void end() {
    if (at != end) {
      throw new InvalidHistogramException((end - at) + " bytes more than its shape has");
    }
  }

  /// Checks that as many bytes are left.
  void need(int count) {
    if (count < 0 || end - at < count) {
      throw new InvalidHistogramException(
          "%d bytes are left, wanted %d".formatted(end - at, count));
    }
  }
}
