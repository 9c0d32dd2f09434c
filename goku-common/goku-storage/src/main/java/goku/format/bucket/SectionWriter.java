package goku.format.bucket;

import goku.format.PartFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// A buffered writer of one section that computes its checksum. Owned by one thread.
final class SectionWriter {
  private static final int BUFFER_BYTES = 64 << 10;

  private final PartFile file;
  private final long offset;
  private final CRC32C crc = new CRC32C();
  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long written;

  SectionWriter(PartFile file, long offset) {
    this.file = file;
    this.offset = offset;
  }

  void putInt(int value) throws IOException {
    need(Integer.BYTES);
    buffer.putInt(value);
  }

  void putLong(long value) throws IOException {
    need(Long.BYTES);
    buffer.putLong(value);
  }

  void put(byte[] bytes, int length) throws IOException {
    for (int at = 0; at < length; ) {
      need(1);
      int part = Math.min(length - at, buffer.remaining());
      buffer.put(bytes, at, part);
      at += part;
    }
  }

  /// Pads the section with zeros and returns its place.
  Section finish() throws IOException {
    long length = written + buffer.position();
    put(new byte[BucketLayout.ALIGNMENT], (int) (BucketLayout.align(length) - length));
    flush();
    return new Section(offset, written, (int) crc.getValue());
  }

  private void need(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      flush();
    }
  }

  private void flush() throws IOException {
    buffer.flip();
    crc.update(buffer.array(), 0, buffer.limit());
    file.write(buffer, offset + written);
    written += buffer.limit();
    buffer.clear();
  }
}
