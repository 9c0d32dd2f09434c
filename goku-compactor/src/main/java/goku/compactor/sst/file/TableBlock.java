package goku.compactor.sst.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An uncompressed block of an SST file. It holds entries, whose keys are stored as differences to
/// the previous key, then the offsets of complete keys and the number of these offsets.
final class TableBlock {
  private final long offset;
  private final byte[] bytes;

  /// @param offset offset in the file
  TableBlock(long offset, byte[] bytes) {
    this.offset = offset;
    this.bytes = bytes;
  }

  long offset() {
    return offset;
  }

  int length() {
    return bytes.length;
  }

  /// Returns the value of a key, in a buffer positioned as in the block. Null if the key is
  /// missing.
  @Nullable ByteBuffer find(String wanted) {
    byte[] name = wanted.getBytes(UTF_8);
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int restarts = in.getInt(bytes.length - Integer.BYTES);
    in.limit(bytes.length - Integer.BYTES * (restarts + 1));
    byte[] key = {};
    while (in.hasRemaining()) {
      int shared = (int) varint(in);
      int more = (int) varint(in);
      int length = (int) varint(in);
      key = Arrays.copyOf(key, shared + more);
      in.get(key, shared, more);
      if (Arrays.equals(key, name)) {
        return in.duplicate().limit(in.position() + length);
      }
      in.position(in.position() + length);
    }
    return null;
  }

  static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }
}
