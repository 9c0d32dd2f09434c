package goku.rpc.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A reader of values from chunks. Throws `BufferUnderflowException` if a value crosses the end of
/// a chunk, which the format forbids. Owned by one thread.
final class ChunkInput {
  private static final int FIRST_BYTES = 64 << 10;

  private final ChunkSource source;
  private ByteBuffer chunk = ByteBuffer.allocate(0);

  ChunkInput(ChunkSource source) {
    this.source = source;
  }

  /// Returns whether there is another value. Waits for the next chunk if necessary.
  boolean hasMore() throws InterruptedException {
    while (!chunk.hasRemaining()) {
      ByteBuffer next = source.next();
      if (next == null) {
        return false;
      }
      chunk = next.order(ByteOrder.LITTLE_ENDIAN);
    }
    return true;
  }

  private void need() throws InterruptedException {
    if (!hasMore()) {
      throw new WireException("the stream of groups ends inside a group");
    }
  }

  int getByte() throws InterruptedException {
    need();
    return chunk.get() & 0xff;
  }

  int getVarint() throws InterruptedException {
    need();
    int value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      byte next = chunk.get();
      value |= (next & 0x7f) << shift;
      if (next >= 0) {
        if (value < 0) {
          break;
        }
        return value;
      }
    }
    throw new WireException("a number in the stream of groups exceeds 2^31 - 1");
  }

  long getLong() throws InterruptedException {
    need();
    return chunk.getLong();
  }

  String getString() throws InterruptedException {
    int length = getVarint();
    if (length <= chunk.remaining() && chunk.hasArray()) {
      String text =
          new String(chunk.array(), chunk.arrayOffset() + chunk.position(), length, UTF_8);
      chunk.position(chunk.position() + length);
      return text;
    }
    return new String(getBytes(length), UTF_8);
  }

  /// Reads bytes. Grows the array as bytes arrive, because the size may be wrong.
  byte[] getBytes(int size) throws InterruptedException {
    byte[] values = new byte[Math.min(size, FIRST_BYTES)];
    int next = 0;
    while (next < size) {
      if (next == values.length) {
        values = Arrays.copyOf(values, (int) Math.min(size, 2L * next));
      }
      int count = available(values.length - next, Byte.BYTES);
      chunk.get(values, next, count);
      next += count;
    }
    return values;
  }

  long[] getLongs(int size) throws InterruptedException {
    long[] values = new long[size];
    int next = 0;
    while (next < size) {
      int count = available(size - next, Long.BYTES);
      chunk.asLongBuffer().get(values, next, count);
      next += skip(count, Long.BYTES);
    }
    return values;
  }

  double[] getDoubles(int size) throws InterruptedException {
    double[] values = new double[size];
    int next = 0;
    while (next < size) {
      int count = available(size - next, Double.BYTES);
      chunk.asDoubleBuffer().get(values, next, count);
      next += skip(count, Double.BYTES);
    }
    return values;
  }

  int[] getInts(int size) throws InterruptedException {
    int[] values = new int[size];
    int next = 0;
    while (next < size) {
      int count = available(size - next, Integer.BYTES);
      chunk.asIntBuffer().get(values, next, count);
      next += skip(count, Integer.BYTES);
    }
    return values;
  }

  private int skip(int count, int width) {
    chunk.position(chunk.position() + count * width);
    return count;
  }

  /// Returns how many of the remaining values are in this chunk, at least one.
  private int available(int left, int width) throws InterruptedException {
    need();
    int count = Math.min(left, chunk.remaining() / width);
    if (count == 0) {
      throw new WireException("a chunk of the stream of groups ends inside a value");
    }
    return count;
  }
}
