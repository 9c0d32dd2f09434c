package goku.format.finalize;

import static goku.format.finalize.FinalizeLayout.EVEN_EMPTY;
import static goku.format.finalize.FinalizeLayout.HASHES_OFFSET;
import static goku.format.finalize.FinalizeLayout.HEAD_BYTES;
import static goku.format.finalize.FinalizeLayout.MAGIC;
import static goku.format.finalize.FinalizeLayout.VERSION;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/// The decision that buckets are finalized; the package comment has the table.
///
/// @param throughMillis the latest end of buckets that are finalized
/// @param evenEmpty true if the last window that ends by `throughMillis` becomes a file even
///   without datapoints
/// @param leftOut hashes of metrics whose series are left out of the files because they are blocked
///   (section 9 of the paper); ascending, distinct, at most `MOST_LEFT_OUT`
public record FinalizeRecord(long throughMillis, boolean evenEmpty, List<Long> leftOut) {
  /// The largest number of left out metrics, which keeps a record within 512 KiB.
  public static final int MOST_LEFT_OUT = (FinalizeLayout.MOST_BYTES - HASHES_OFFSET) / Long.BYTES;

  public FinalizeRecord {
    leftOut = leftOut.stream().distinct().sorted().toList();
    if (leftOut.size() > MOST_LEFT_OUT) {
      throw new IllegalArgumentException(
          "cannot leave out %d metrics: at most %d are allowed"
              .formatted(leftOut.size(), MOST_LEFT_OUT));
    }
  }

  public FinalizeRecord(long throughMillis, boolean evenEmpty) {
    this(throughMillis, evenEmpty, List.of());
  }

  /// Creates a record that finalizes buckets with datapoints.
  public FinalizeRecord(long throughMillis) {
    this(throughMillis, false);
  }

  /// Returns the key of every Kafka record that holds a finalize record.
  public static byte[] recordKey() {
    return new byte[] {MAGIC};
  }

  /// Returns whether a record of the topic claims to be a finalize record.
  public static boolean isFinalize(byte[] record) {
    return record.length > 0 && record[0] == MAGIC;
  }

  /// Parses the record. Throws a `goku.format.FormatException` if it is not a finalize record.
  public static FinalizeRecord read(byte[] record) {
    return FinalizeReader.read(record);
  }

  /// Returns the record in the lowest version that can express it.
  public byte[] toBytes() {
    boolean leavesOut = !leftOut.isEmpty();
    byte version = leavesOut ? VERSION : (byte) (evenEmpty ? 2 : 1);
    int bytes = leavesOut ? HASHES_OFFSET + leftOut.size() * Long.BYTES : HEAD_BYTES;
    ByteBuffer buffer =
        ByteBuffer.allocate(bytes)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(MAGIC)
            .put(version)
            .putShort(evenEmpty ? EVEN_EMPTY : 0)
            .putLong(throughMillis);
    if (leavesOut) {
      buffer.putInt(leftOut.size());
      leftOut.forEach(buffer::putLong);
    }
    return buffer.array();
  }
}
