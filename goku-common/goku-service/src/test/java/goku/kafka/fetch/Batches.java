package goku.kafka.fetch;

import goku.testkit.BatchHeader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.ByteBufferOutputStream;
import org.apache.kafka.common.utils.ByteUtils;

/// Batches of one record, whose stated sizes may be wrong.
final class Batches {
  private Batches() {}

  /// Returns a batch whose record has as many headers and zeros, and no key.
  static ByteBuffer of(Compression compression, long offset, int zeros, int headers) {
    int size =
        4 + ByteUtils.sizeOfVarint(zeros) + zeros + ByteUtils.sizeOfVarint(headers) + 2 * headers;
    return stating(size, compression, offset, zeros, headers);
  }

  /// Returns such a batch whose record states another size.
  static ByteBuffer stating(
      int size, Compression compression, long offset, int zeros, int headers) {
    var out = new ByteBufferOutputStream(1 << 16);
    out.position(BatchHeader.BYTES);
    try (OutputStream packed = compression.wrapForOutput(out, RecordBatch.CURRENT_MAGIC_VALUE);
        var record = new DataOutputStream(packed)) {
      ByteUtils.writeVarint(size, record);
      record.write(new byte[] {0, 0, 0, 1});
      ByteUtils.writeVarint(zeros, record);
      record.write(new byte[zeros]);
      ByteUtils.writeVarint(headers, record);
      // an empty key, and no value
      for (int i = 0; i < headers; i++) {
        record.write(new byte[] {0, 1});
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    ByteBuffer batch = out.buffer().flip();
    new BatchHeader(compression.type(), offset, 0, 0).writeTo(batch);
    return batch.position(0);
  }
}
