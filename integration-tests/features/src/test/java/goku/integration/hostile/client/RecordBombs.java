package goku.integration.hostile.client;

import goku.testkit.BatchHeader;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.utils.ByteUtils;

/// Kafka batches of one record that are small as sent and large when decompressed.
public final class RecordBombs {
  /// The most bytes of a block of zstd.
  private static final int BLOCK = 1 << 17;

  private static final byte[] ZSTD_HEAD = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, 7 << 3};

  private RecordBombs() {}

  /// Returns a batch in zstd whose value has as many MiB of zeros. A repeated byte takes one block
  /// of four bytes for each 128 KiB.
  public static byte[] zstd(int mib) {
    int value = mib * (1 << 20) - BLOCK;
    var out = new ByteArrayOutputStream();
    out.writeBytes(ZSTD_HEAD);
    byte[] head = head(value);
    block(out, head.length << 3);
    out.writeBytes(head);
    for (int i = 0; i < value / BLOCK; i++) {
      block(out, BLOCK << 3 | 1 << 1);
      out.write(0);
    }
    block(out, 1 << 3 | 1);
    out.write(0); // no headers
    return batch(CompressionType.ZSTD, out.toByteArray());
  }

  /// Returns a batch in gzip whose value has as many MiB of zeros.
  public static byte[] gzip(int mib) {
    int value = mib << 20;
    byte[] zeros = new byte[1 << 16];
    return batch(CompressionType.GZIP, Bombs.gzip(head(value), zeros, value, new byte[] {0}));
  }

  private static void block(ByteArrayOutputStream out, int header) {
    byte[] bytes =
        ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(header).array();
    out.write(bytes, 0, 3);
  }

  /// Returns the bytes of a record without key and headers before its value.
  private static byte[] head(int value) {
    int size = 4 + ByteUtils.sizeOfVarint(value) + value + 1;
    ByteBuffer head = ByteBuffer.allocate(20);
    ByteUtils.writeVarint(size, head);
    head.put(new byte[] {0, 0, 0, 1});
    ByteUtils.writeVarint(value, head);
    byte[] bytes = new byte[head.flip().remaining()];
    head.get(bytes);
    return bytes;
  }

  private static byte[] batch(CompressionType type, byte[] records) {
    ByteBuffer batch = ByteBuffer.allocate(BatchHeader.BYTES + records.length);
    batch.position(BatchHeader.BYTES).put(records).flip();
    BatchHeader.sent(type, System.currentTimeMillis()).writeTo(batch);
    return batch.array();
  }
}
