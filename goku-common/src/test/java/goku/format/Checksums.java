package goku.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// Writes the checksums into damaged files that they would have if they had been written so.
final class Checksums {
  private static final int HEADER_LENGTH_OFFSET = 12;
  private static final int DESCRIPTION_OFFSET = 16;
  private static final int FRAME_HEADER_BYTES = 12;

  private Checksums() {}

  /// That of the header of a bucket file.
  static byte[] ofHeader(byte[] file) {
    ByteBuffer bytes = copy(file);
    if (file.length > HEADER_LENGTH_OFFSET + Integer.BYTES) {
      int length = bytes.getInt(HEADER_LENGTH_OFFSET);
      if (length > DESCRIPTION_OFFSET && length <= file.length) {
        write(bytes, 0, length - Integer.BYTES, length - Integer.BYTES);
      }
    }
    return bytes.array();
  }

  /// Those of the header of a snapshot and of all its frames.
  static byte[] ofFrames(byte[] file) {
    ByteBuffer bytes = copy(file);
    if (file.length < DESCRIPTION_OFFSET) {
      return bytes.array();
    }
    long at = DESCRIPTION_OFFSET + (long) bytes.getInt(HEADER_LENGTH_OFFSET);
    if (at < DESCRIPTION_OFFSET || at + Integer.BYTES > file.length) {
      return bytes.array();
    }
    write(bytes, 0, (int) at, (int) at);
    at += Integer.BYTES;
    while (at + FRAME_HEADER_BYTES <= file.length) {
      int frame = (int) at;
      long end = at + FRAME_HEADER_BYTES + bytes.getInt(frame);
      if (end < at + FRAME_HEADER_BYTES || end > file.length) {
        break;
      }
      write(bytes, frame + FRAME_HEADER_BYTES, (int) end, frame + 4);
      write(bytes, frame, frame + 8, frame + 8);
      at = end;
    }
    return bytes.array();
  }

  private static ByteBuffer copy(byte[] file) {
    return ByteBuffer.wrap(file.clone()).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void write(ByteBuffer bytes, int from, int to, int at) {
    var crc = new CRC32C();
    crc.update(bytes.array(), from, to - from);
    bytes.putInt(at, (int) crc.getValue());
  }
}
