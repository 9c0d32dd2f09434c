package goku.integration.hostile.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Compressed bodies that are small as sent and large when unzipped.
public final class Bombs {
  private static final byte[] GZIP_HEAD = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

  /// An empty last block of deflate.
  private static final byte[] LAST_BLOCK = {3, 0};

  private static final int BLOCK = 1 << 16;

  private Bombs() {}

  /// Returns the gzip form of a text that repeats a part until it has about as many bytes. One
  /// block is compressed once and then repeated.
  public static byte[] gzip(String prefix, String repeated, long bytes, String suffix) {
    byte[] block =
        repeated.repeat(Math.max(1, BLOCK / Math.max(1, repeated.length()))).getBytes(UTF_8);
    return gzip(prefix.getBytes(UTF_8), block, bytes, suffix.getBytes(UTF_8));
  }

  /// Returns the gzip form of a block, repeated until it has about as many bytes, between two other
  /// texts.
  static byte[] gzip(byte[] prefix, byte[] block, long bytes, byte[] suffix) {
    byte[] packed = packed(block);
    int times = Math.toIntExact(Math.max(1, bytes / Math.max(1, block.length)));
    var out = new ByteArrayOutputStream();
    var crc = new CRC32();
    out.writeBytes(GZIP_HEAD);
    append(out, crc, prefix);
    for (int i = 0; i < times; i++) {
      out.writeBytes(packed);
      crc.update(block);
    }
    append(out, crc, suffix);
    out.writeBytes(LAST_BLOCK);
    int length = prefix.length + times * block.length + suffix.length;
    ByteBuffer trailer = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    out.writeBytes(trailer.putInt((int) crc.getValue()).putInt(length).array());
    return out.toByteArray();
  }

  private static void append(ByteArrayOutputStream out, CRC32 crc, byte[] text) {
    if (text.length > 0) {
      out.writeBytes(packed(text));
      crc.update(text);
    }
  }

  /// Returns blocks of deflate that depend on nothing before them.
  private static byte[] packed(byte[] text) {
    var deflater = new Deflater(Deflater.BEST_COMPRESSION, /* nowrap= */ true);
    try {
      deflater.setInput(text);
      byte[] buffer = new byte[text.length + BLOCK];
      int length = deflater.deflate(buffer, 0, buffer.length, Deflater.FULL_FLUSH);
      return ByteBuffer.allocate(length).put(buffer, 0, length).array();
    } finally {
      deflater.end();
    }
  }
}
