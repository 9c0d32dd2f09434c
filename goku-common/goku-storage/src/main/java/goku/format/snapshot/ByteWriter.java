package goku.format.snapshot;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A growing byte array. Methods that write numbers do not check for room: the caller reserves room
/// for several writes at once. Owned by one thread.
final class ByteWriter {
  static final int MAX_VARINT_BYTES = 10;

  private static final VarHandle INT = littleEndian(int[].class);
  private static final VarHandle LONG = littleEndian(long[].class);

  /// The largest array that every JVM can allocate.
  private static final int MAX_BYTES = Integer.MAX_VALUE - 16;

  private byte[] bytes;
  private int size;

  ByteWriter(int capacity) {
    bytes = new byte[capacity];
  }

  private static VarHandle littleEndian(Class<?> arrayOfType) {
    return MethodHandles.byteArrayViewVarHandle(arrayOfType, ByteOrder.LITTLE_ENDIAN)
        .withInvokeExactBehavior();
  }

  /// Makes room for `more` bytes.
  void reserve(long more) {
    if (size + more > bytes.length) {
      if (size + more > MAX_BYTES) {
        throw new IllegalArgumentException(
            "cannot write a record of %d bytes: a frame has at most %d".formatted(more, MAX_BYTES));
      }
      bytes = Arrays.copyOf(bytes, (int) Math.min(Math.max(size + more, size * 2L), MAX_BYTES));
    }
  }

  /// Returns the array, whose first `size()` bytes are written.
  byte[] array() {
    return bytes;
  }

  int size() {
    return size;
  }

  void setSize(int size) {
    this.size = size;
  }

  void put(int value) {
    bytes[size++] = (byte) value;
  }

  void putInt(int value) {
    INT.set(bytes, size, value);
    size += Integer.BYTES;
  }

  void setInt(int at, int value) {
    INT.set(bytes, at, value);
  }

  void putLong(long value) {
    LONG.set(bytes, size, value);
    size += Long.BYTES;
  }

  /// Writes the lowest `count` bytes, 0 to 8.
  void putLow(long value, int count) {
    for (int i = 0; i < count; i++) {
      bytes[size++] = (byte) (value >>> (i << 3));
    }
  }

  void putVarint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  void putZigzag(long value) {
    putVarint((value << 1) ^ (value >> 63));
  }

  void putBytes(byte[] source) {
    System.arraycopy(source, 0, bytes, size, source.length);
    size += source.length;
  }

  /// Writes a text and makes room for it.
  void putText(byte[] utf8) {
    reserve(MAX_VARINT_BYTES + (long) utf8.length);
    putVarint(utf8.length);
    putBytes(utf8);
  }
}
