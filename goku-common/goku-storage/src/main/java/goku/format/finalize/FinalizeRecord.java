package goku.format.finalize;

import static goku.format.finalize.FinalizeLayout.EVEN_EMPTY;
import static goku.format.finalize.FinalizeLayout.HASHES_OFFSET;
import static goku.format.finalize.FinalizeLayout.HEAD_BYTES;
import static goku.format.finalize.FinalizeLayout.MAGIC;
import static goku.format.finalize.FinalizeLayout.VERSION;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/// Decides that buckets are finalized; the table is in the package's description.
///
/// @param throughMillis buckets that end before it, or at it
/// @param evenEmpty whether the last window that ends before it, or at it, becomes a file even if
///   it has no datapoints
/// @param leftOut hashes of the metrics whose series do not come into the files, because they are
///   blocked (section 9 of the paper); ascending, each once, at most `MOST_LEFT_OUT`
public record FinalizeRecord(long throughMillis, boolean evenEmpty, List<Long> leftOut) {
  /// So that a record stays within 512 KiB.
  public static final int MOST_LEFT_OUT = (FinalizeLayout.MOST_BYTES - HASHES_OFFSET) / Long.BYTES;

  public FinalizeRecord {
    leftOut = leftOut.stream().distinct().sorted().toList();
    if (leftOut.size() > MOST_LEFT_OUT) {
      throw new IllegalArgumentException(
          "leftOut: %d metrics, the limit is %d".formatted(leftOut.size(), MOST_LEFT_OUT));
    }
  }

  public FinalizeRecord(long throughMillis, boolean evenEmpty) {
    this(throughMillis, evenEmpty, List.of());
  }

  /// Of buckets that have datapoints.
  public FinalizeRecord(long throughMillis) {
    this(throughMillis, false);
  }

  /// The key of every Kafka record that holds one.
  public static byte[] recordKey() {
    return new byte[] {MAGIC};
  }

  /// Whether a record of the topic claims to be one.
  public static boolean isFinalize(byte[] record) {
    return record.length > 0 && record[0] == MAGIC;
  }

  /// Reads one. Throws a `goku.format.FormatException` when the bytes are none.
  public static FinalizeRecord read(byte[] record) {
    return FinalizeReader.read(record);
  }

  /// In the lowest version that can say it.
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
