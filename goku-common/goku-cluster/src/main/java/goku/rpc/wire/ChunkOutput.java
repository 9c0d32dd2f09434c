package goku.rpc.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A writer of values into chunks, which are handed on when full. Owned by one thread.
final class ChunkOutput {
  /// The size of a chunk in bytes. Copying this much takes about as long as sending a message.
  static final int CHUNK_BYTES = 64 << 10;

  /// The initial size in bytes, enough for a small answer.
  private static final int FIRST_BYTES = 4 << 10;

  private static final int VARINT_BYTES = 5;

  private final ChunkSink sink;
  private byte[] bytes = new byte[FIRST_BYTES];
  private ByteBuffer chunk = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);

  ChunkOutput(ChunkSink sink) {
    this.sink = sink;
  }

  /// Returns the number of bytes not yet handed on.
  int size() {
    return chunk.position();
  }

  void flush() throws InterruptedException {
    if (chunk.position() > 0) {
      sink.accept(bytes, chunk.position());
      chunk.clear();
    }
  }

  void putByte(int value) throws InterruptedException {
    makeRoom(1);
    chunk.put((byte) value);
  }

  /// Writes an integer in 1 to 5 bytes.
  ///
  /// @param value a number that is not negative
  void putVarint(int value) throws InterruptedException {
    makeRoom(VARINT_BYTES);
    int rest = value;
    while (rest >= 0x80) {
      chunk.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    chunk.put((byte) rest);
  }

  void putLong(long value) throws InterruptedException {
    makeRoom(Long.BYTES);
    chunk.putLong(value);
  }

  void putString(String text) throws InterruptedException {
    byte[] utf8 = text.getBytes(UTF_8);
    putVarint(utf8.length);
    putBytes(utf8);
  }

  void putBytes(byte[] values) throws InterruptedException {
    int next = 0;
    while (next < values.length) {
      int count = room(values.length - next, Byte.BYTES);
      chunk.put(values, next, count);
      next += count;
    }
  }

  void putLongs(long[] values) throws InterruptedException {
    int next = 0;
    while (next < values.length) {
      int count = room(values.length - next, Long.BYTES);
      chunk.asLongBuffer().put(values, next, count);
      next += skip(count, Long.BYTES);
    }
  }

  void putDoubles(double[] values) throws InterruptedException {
    int next = 0;
    while (next < values.length) {
      int count = room(values.length - next, Double.BYTES);
      chunk.asDoubleBuffer().put(values, next, count);
      next += skip(count, Double.BYTES);
    }
  }

  void putInts(int[] values) throws InterruptedException {
    int next = 0;
    while (next < values.length) {
      int count = room(values.length - next, Integer.BYTES);
      chunk.asIntBuffer().put(values, next, count);
      next += skip(count, Integer.BYTES);
    }
  }

  private int skip(int count, int width) {
    chunk.position(chunk.position() + count * width);
    return count;
  }

  /// Makes room for at least one value. Returns how many of the remaining values fit.
  private int room(int left, int width) throws InterruptedException {
    if (chunk.remaining() < (long) left * width) {
      makeRoom((int) Math.min((long) left * width, CHUNK_BYTES - chunk.position()));
    }
    if (chunk.remaining() < width) {
      flush();
    }
    return Math.min(left, chunk.remaining() / width);
  }

  private void makeRoom(int count) throws InterruptedException {
    if (chunk.remaining() >= count) {
      return;
    }
    if (bytes.length < CHUNK_BYTES) {
      byte[] larger = new byte[CHUNK_BYTES];
      ByteBuffer old = chunk.flip();
      chunk = ByteBuffer.wrap(larger).order(ByteOrder.LITTLE_ENDIAN).put(old);
      bytes = larger;
    }
    if (chunk.remaining() < count) {
      flush();
    }
  }
}
