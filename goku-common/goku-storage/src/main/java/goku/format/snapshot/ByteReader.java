package goku.format.snapshot;

import static goku.format.snapshot.SnapshotLayout.FORMAT;

import goku.format.CorruptException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A cursor over bytes whose checksum was valid. Content that does not fit is therefore corrupt,
/// not truncated. Owned by one thread.
final class ByteReader {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  private byte[] bytes = {};
  private int position;
  private int end;

  /// The file offset of the first byte of the array.
  private long origin;

  /// Opens the bytes at their begin.
  ///
  /// @param offset file offset of the first byte
  void open(byte[] array, int from, int to, long offset) {
    bytes = array;
    position = from;
    end = to;
    origin = offset - from;
  }

  boolean hasMore() {
    return position < end;
  }

  /// Returns the position in the file.
  long offset() {
    return origin + position;
  }

  int get() {
    need(Byte.BYTES, "a byte");
    return Byte.toUnsignedInt(bytes[position++]);
  }

  long getLong() {
    need(Long.BYTES, "a long");
    long value = (long) LONG.get(bytes, position);
    position += Long.BYTES;
    return value;
  }

  /// Returns the number in the next `count` bytes, 0 to 8.
  long getLow(int count) {
    need(count, "a number");
    long value = 0;
    for (int i = 0; i < count; i++) {
      value |= (bytes[position++] & 0xFFL) << (i << 3);
    }
    return value;
  }

  void getLongs(long[] into, int count) {
    need((long) count * Long.BYTES, "longs");
    for (int i = 0; i < count; i++) {
      into[i] = (long) LONG.get(bytes, position + (i << 3));
    }
    position += count << 3;
  }

  long getVarint() {
    long result = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      need(Byte.BYTES, "a number");
      byte next = bytes[position++];
      result |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return result;
      }
    }
    throw corrupt(offset(), "a number of more than 10 bytes", "at most 10");
  }

  long getZigzag() {
    long value = getVarint();
    return (value >>> 1) ^ -(value & 1);
  }

  /// Returns a varint from 0 to `max`.
  int getCount(long max, String what) {
    long at = offset();
    long count = getVarint();
    if (count < 0 || count > max) {
      throw corrupt(at, Long.toUnsignedString(count) + " " + what, "0 to " + max);
    }
    return (int) count;
  }

  byte[] getText() {
    byte[] utf8 = new byte[getCount(end - position, "bytes of a text")];
    System.arraycopy(bytes, position, utf8, 0, utf8.length);
    position += utf8.length;
    return utf8;
  }

  /// Returns the next bytes without copying them.
  ByteBuffer slice(int size) {
    need(size, "bytes");
    var slice = ByteBuffer.wrap(bytes, position, size).slice().order(ByteOrder.LITTLE_ENDIAN);
    position += size;
    return slice;
  }

  int left() {
    return end - position;
  }

  private void need(long size, String what) {
    if (end - position < size) {
      throw corrupt(
          offset(), "%d bytes".formatted(end - position), "%d bytes of %s".formatted(size, what));
    }
  }

  static CorruptException corrupt(long offset, String found, String wanted) {
    return new CorruptException(FORMAT, offset, found, wanted);
  }
}
