package goku.format.finalize;

import goku.format.CorruptException;
import goku.format.NotOursException;
import goku.format.TooNewException;
import goku.format.TruncatedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Decides that buckets are finalized; the table is in the package's description.
///
/// @param throughMillis buckets that end before it, or at it
/// @param evenEmpty whether the last window that ends before it, or at it, becomes a file even if
///   it has no datapoints
public record FinalizeRecord(long throughMillis, boolean evenEmpty) {
  private static final String FORMAT = "finalize";
  private static final byte MAGIC = 0x46;
  private static final byte VERSION = 2;
  private static final int VERSION_OFFSET = 1;
  private static final int FLAGS_OFFSET = 2;
  private static final short EVEN_EMPTY = 1;
  private static final int THROUGH_OFFSET = 4;
  private static final int BYTES = THROUGH_OFFSET + Long.BYTES;

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
    if (!isFinalize(record)) {
      throw new NotOursException(
          FORMAT, 0, record.length == 0 ? "nothing" : "0x%02x".formatted(record[0]), "magic 0x46");
    }
    if (record.length > VERSION_OFFSET && record[VERSION_OFFSET] > VERSION) {
      throw new TooNewException(
          FORMAT, VERSION_OFFSET, "version " + record[VERSION_OFFSET], "version " + VERSION);
    }
    if (record.length < BYTES) {
      throw new TruncatedException(FORMAT, record.length, "the end", BYTES + " bytes");
    }
    ByteBuffer buffer = ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
    short flags = buffer.getShort(FLAGS_OFFSET);
    int version = record[VERSION_OFFSET];
    short highest = version == VERSION ? EVEN_EMPTY : 0;
    if (record.length > BYTES || version < 1 || flags < 0 || flags > highest) {
      throw new CorruptException(
          FORMAT,
          VERSION_OFFSET,
          "version %d, flags %d, %d bytes".formatted(version, flags, record.length),
          "version 1 or 2, flags 0 or in version 2 also 1, %d bytes".formatted(BYTES));
    }
    return new FinalizeRecord(buffer.getLong(THROUGH_OFFSET), flags == EVEN_EMPTY);
  }

  /// Version 1 unless it takes version 2 to say it.
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(MAGIC)
        .put(evenEmpty ? VERSION : 1)
        .putShort(evenEmpty ? EVEN_EMPTY : 0)
        .putLong(throughMillis)
        .array();
  }
}
