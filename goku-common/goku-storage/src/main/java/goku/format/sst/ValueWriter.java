package goku.format.sst;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A writer of values into a growing byte array. Owned by one thread.
final class ValueWriter {
  /// The largest length of a varint of an int, in bytes.
  static final int MAX_INT_BYTES = 5;

  private static final int MAX_LONG_BYTES = 10;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  private byte[] bytes;
  private int size;

  ValueWriter(int capacity) {
    bytes = new byte[capacity];
  }

  void clear() {
    size = 0;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  void putByte(int value) {
    ensureRoom(1);
    bytes[size++] = (byte) value;
  }

  void putInt(int value) {
    ensureRoom(Integer.BYTES);
    INT.set(bytes, size, value);
    size += Integer.BYTES;
  }

  void putLong(long value) {
    ensureRoom(Long.BYTES);
    LONG.set(bytes, size, value);
    size += Long.BYTES;
  }

  void putBytes(byte[] from, int length) {
    ensureRoom(length);
    System.arraycopy(from, 0, bytes, size, length);
    size += length;
  }

  void putVarint(long value) {
    ensureRoom(MAX_LONG_BYTES);
    size = varint(value, bytes, size);
  }

  void putZigzag(int value) {
    putVarint(Integer.toUnsignedLong((value << 1) ^ (value >> 31)));
  }

  /// Writes a varint to the array and returns the index after it.
  static int varint(long value, byte[] into, int at) {
    int end = at;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      into[end++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    into[end++] = (byte) rest;
    return end;
  }

  /// Returns the length of a varint in bytes.
  static int varintBytes(int value) {
    return (Integer.SIZE + 6 - Integer.numberOfLeadingZeros(value | 1)) / 7;
  }

  private void ensureRoom(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.addExact(size, Math.max(size / 2, more)));
    }
  }
}
