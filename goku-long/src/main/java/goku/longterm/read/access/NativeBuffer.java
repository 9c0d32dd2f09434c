package goku.longterm.read.access;

import goku.codec.block.ValueDecoder;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// A growable native buffer that RocksDB copies values to and decoders read from, with room for
/// decoders that load some bytes after a value. Owned by one thread.
public final class NativeBuffer {
  private static final int FIRST_CAPACITY = 1 << 14;

  private ByteBuffer bytes = ByteBuffer.allocateDirect(FIRST_CAPACITY);
  private MemorySegment segment = MemorySegment.ofBuffer(bytes);

  /// Returns the rest of the buffer from an offset on, for a value.
  public ByteBuffer from(int at) {
    return bytes.limit(bytes.capacity() - ValueDecoder.READ_AHEAD_BYTES).position(at);
  }

  /// Makes room for a value of a length at an offset. The bytes before it stay.
  public void ensureRoom(int at, int length) {
    int needed = Math.addExact(Math.addExact(at, length), ValueDecoder.READ_AHEAD_BYTES);
    if (needed > bytes.capacity()) {
      ByteBuffer larger =
          ByteBuffer.allocateDirect((int) Math.max(needed, Math.min(2L * needed, 1 << 30)));
      larger.put(0, bytes.clear(), 0, at);
      bytes = larger;
      segment = MemorySegment.ofBuffer(larger);
    }
  }

  /// Returns a segment that begins with the value and extends as far after it as decoders may load.
  public MemorySegment value(int at, int length) {
    return segment.asSlice(at, (long) length + ValueDecoder.READ_AHEAD_BYTES);
  }

  public byte[] copy(int at, int length) {
    byte[] copy = new byte[length];
    bytes.clear().get(at, copy);
    return copy;
  }
}
