package goku.format.sst;

import goku.format.CorruptException;
import goku.format.TruncatedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A cursor over a value that throws a `FormatException` at invalid bytes. Owned by one thread.
final class ValueReader {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  private final String format;
  private final byte[] bytes;
  private int position;

  ValueReader(String format, byte[] bytes) {
    this.format = format;
    this.bytes = bytes;
  }

  int position() {
    return position;
  }

  int left() {
    return bytes.length - position;
  }

  byte getByte() {
    need(1);
    return bytes[position++];
  }

  int getInt() {
    need(Integer.BYTES);
    int value = (int) INT.get(bytes, position);
    position += Integer.BYTES;
    return value;
  }

  long getLong() {
    need(Long.BYTES);
    long value = (long) LONG.get(bytes, position);
    position += Long.BYTES;
    return value;
  }

  long getVarint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = getByte();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw corrupt("a varint of more than ten bytes", "an integer");
  }

  /// Returns an integer from 0 to the largest int.
  int getNumber(String what) {
    return getCount(Integer.MAX_VALUE, what);
  }

  /// Returns an integer from 0 to `most`.
  int getCount(int most, String what) {
    int at = position;
    long value = getVarint();
    if (value < 0 || value > most) {
      throw new CorruptException(
          format, at, Long.toUnsignedString(value) + " as " + what, "at most " + most);
    }
    return (int) value;
  }

  int getZigzag() {
    long value = getVarint();
    if (value >>> Integer.SIZE != 0) {
      throw corrupt("the difference " + Long.toHexString(value), "one of 32 bits");
    }
    int zigzag = (int) value;
    return (zigzag >>> 1) ^ -(zigzag & 1);
  }

  void skip(int count) {
    need(count);
    position += count;
  }

  /// Checks that the value ends here.
  void end() {
    if (left() > 0) {
      throw corrupt(left() + " bytes more", "the end of the value");
    }
  }

  void need(long count) {
    if (left() < count) {
      throw new TruncatedException(
          format, bytes.length, "the end", "%d bytes from %d on".formatted(count, position));
    }
  }

  CorruptException corrupt(String found, String wanted) {
    return new CorruptException(format, position, found, wanted);
  }
}
