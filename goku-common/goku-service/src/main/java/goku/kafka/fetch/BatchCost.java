package goku.kafka.fetch;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.utils.BufferSupplier;
import org.apache.kafka.common.utils.ByteUtils;

/// The heap that Kafka's client needs for the records of a batch. The client allocates the size
/// that a compressed record states, and an object for each header. This class reads the sizes from
/// the stream of decompressed bytes, in a constant amount of memory, and stops at a limit.
final class BatchCost {
  /// The heap of a header: a `RecordHeader` and its two buffers. A header takes at least two bytes
  /// of its record.
  private static final int BYTES_PER_HEADER = 150;

  private static final int SMALLEST_HEADER = 2;

  private BatchCost() {}

  /// Returns the bytes, or more than the limit as soon as they exceed it. Of a damaged batch only
  /// the readable part counts: the client also stops there.
  ///
  /// @param buffers reused by the decompression
  static long upTo(long limit, DefaultRecordBatch batch, BufferSupplier buffers) {
    boolean isCompressed = batch.compressionType() != CompressionType.NONE;
    if (!isCompressed && (long) batch.sizeInBytes() / SMALLEST_HEADER * BYTES_PER_HEADER <= limit) {
      return batch.sizeInBytes();
    }
    long cost = 0;
    try (InputStream in = batch.recordInputStream(buffers)) {
      int records = batch.countOrNull();
      for (int i = 0; i < records && cost <= limit; i++) {
        int size = ByteUtils.readVarint(in);
        cost += isCompressed ? size : 0;
        if (size < 0 || cost > limit) {
          return cost;
        }
        cost += (long) headersOf(in, size) * BYTES_PER_HEADER;
      }
    } catch (IOException | KafkaException | IllegalArgumentException damaged) {
      return cost;
    }
    return cost;
  }

  /// Returns the number of headers that a record states, and skips the record.
  private static int headersOf(InputStream stream, int size) throws IOException {
    var in = new Counted(stream, size);
    in.skipNBytes(1);
    ByteUtils.readVarlong(in);
    ByteUtils.readVarint(in);
    in.skipNBytes(Math.max(0, ByteUtils.readVarint(in)));
    in.skipNBytes(Math.max(0, ByteUtils.readVarint(in)));
    int headers = ByteUtils.readVarint(in);
    // the client refuses a record that states more headers than it has bytes
    int possible = headers > in.left ? 0 : Math.max(0, headers);
    in.skipNBytes(in.left);
    return possible;
  }

  /// The bytes of one record.
  private static final class Counted extends InputStream {
    private final InputStream in;
    private int left;

    Counted(InputStream in, int left) {
      this.in = in;
      this.left = left;
    }

    @Override
    public int read() throws IOException {
      if (left == 0) {
        throw new EOFException("the record ends within a field");
      }
      left--;
      return in.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = in.read(target, offset, Math.min(length, left));
      left -= Math.max(0, read);
      return read;
    }

    @Override
    public long skip(long bytes) throws IOException {
      long skipped = in.skip(Math.min(bytes, left));
      left -= (int) skipped;
      return skipped;
    }
  }
}
