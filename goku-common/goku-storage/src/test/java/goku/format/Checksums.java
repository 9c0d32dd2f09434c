package goku.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// A writer of valid checksums into damaged files.
final class Checksums {
  private static final int HEADER_LENGTH_OFFSET = 12;
  private static final int DESCRIPTION_OFFSET = 16;
  private static final int FRAME_HEADER_BYTES = 12;

  private Checksums() {}

  /// Returns the file with a valid checksum of the header of a bucket file.
  static byte[] ofHeader(byte[] file) {
    byte[] bytes = file.clone();
    if (bytes.length > HEADER_LENGTH_OFFSET + Integer.BYTES) {
      int length = littleEndian(bytes).getInt(HEADER_LENGTH_OFFSET);
      if (length > DESCRIPTION_OFFSET && length <= bytes.length) {
        write(bytes, 0, length - Integer.BYTES, length - Integer.BYTES);
      }
    }
    return bytes;
  }

  /// Returns the file with valid checksums of the header of a snapshot and of all its frames.
  static byte[] ofFrames(byte[] file) {
    byte[] bytes = file.clone();
    if (bytes.length < DESCRIPTION_OFFSET) {
      return bytes;
    }
    long at = DESCRIPTION_OFFSET + (long) littleEndian(bytes).getInt(HEADER_LENGTH_OFFSET);
    if (at < DESCRIPTION_OFFSET || at + Integer.BYTES > bytes.length) {
      return bytes;
    }
    write(bytes, 0, (int) at, (int) at);
    at += Integer.BYTES;
    while (at + FRAME_HEADER_BYTES <= bytes.length) {
      int frame = (int) at;
      long end = at + FRAME_HEADER_BYTES + littleEndian(bytes).getInt(frame);
      if (end < at + FRAME_HEADER_BYTES || end > bytes.length) {
        break;
      }
      write(bytes, frame + FRAME_HEADER_BYTES, (int) end, frame + 4);
      write(bytes, frame, frame + 8, frame + 8);
      at = end;
    }
    return bytes;
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void write(byte[] bytes, int from, int to, int at) {
    var crc = new CRC32C();
    crc.update(bytes, from, to - from);
    littleEndian(bytes).putInt(at, (int) crc.getValue());
  }
}
