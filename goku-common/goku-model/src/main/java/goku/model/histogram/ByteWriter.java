package goku.model.histogram;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A growing array of the fields of a histogram. Owned by one thread.
final class ByteWriter {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  private byte[] bytes = new byte[64];
  private int size;

  ByteWriter put(int value) {
    ensureRoom(Byte.BYTES);
    bytes[size++] = (byte) value;
    return this;
  }

  ByteWriter putInt(int value) {
    ensureRoom(Integer.BYTES);
    INT.set(bytes, size, value);
    size += Integer.BYTES;
    return this;
  }

  ByteWriter putFloat(float value) {
    return putInt(Float.floatToIntBits(value));
  }

  ByteWriter putLong(long value) {
    ensureRoom(Long.BYTES);
    LONG.set(bytes, size, value);
    size += Long.BYTES;
    return this;
  }

  ByteWriter putDouble(double value) {
    return putLong(Double.doubleToLongBits(value));
  }

  ByteWriter putVarint(long value) {
    ensureRoom(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
    return this;
  }

  ByteWriter putZigzag(int value) {
    return putVarint(((value << 1) ^ (value >> 31)) & 0xFFFF_FFFFL);
  }

  ByteWriter putAll(byte[] more) {
    ensureRoom(more.length);
    System.arraycopy(more, 0, bytes, size, more.length);
    size += more.length;
    return this;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  private void ensureRoom(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
