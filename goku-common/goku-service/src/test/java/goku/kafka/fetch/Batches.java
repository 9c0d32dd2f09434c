package goku.kafka.fetch;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.ByteBufferOutputStream;
import org.apache.kafka.common.utils.ByteUtils;

/// Batches of one record, whose stated sizes may be wrong.
final class Batches {
  private static final int OVERHEAD = DefaultRecordBatch.RECORD_BATCH_OVERHEAD;

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
    out.position(OVERHEAD);
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
    DefaultRecordBatch.writeHeader(
        batch,
        offset,
        0,
        batch.limit(),
        RecordBatch.CURRENT_MAGIC_VALUE,
        compression.type(),
        TimestampType.CREATE_TIME,
        0,
        0,
        RecordBatch.NO_PRODUCER_ID,
        RecordBatch.NO_PRODUCER_EPOCH,
        RecordBatch.NO_SEQUENCE,
        false,
        false,
        false,
        0,
        1);
    return batch.position(0);
  }
}
