package goku.format.finalize;

import static goku.format.finalize.FinalizeLayout.COUNT_OFFSET;
import static goku.format.finalize.FinalizeLayout.EVEN_EMPTY;
import static goku.format.finalize.FinalizeLayout.FLAGS_OFFSET;
import static goku.format.finalize.FinalizeLayout.HASHES_OFFSET;
import static goku.format.finalize.FinalizeLayout.HEAD_BYTES;
import static goku.format.finalize.FinalizeLayout.THROUGH_OFFSET;
import static goku.format.finalize.FinalizeLayout.VERSION;
import static goku.format.finalize.FinalizeLayout.VERSION_OFFSET;

import goku.format.CorruptException;
import goku.format.NotOursException;
import goku.format.OtherVersionException;
import goku.format.TruncatedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// A reader of finalize records of all versions.
final class FinalizeReader {
  private static final String FORMAT = "finalize";

  private FinalizeReader() {}

  static FinalizeRecord read(byte[] record) {
    if (!FinalizeRecord.isFinalize(record)) {
      throw new NotOursException(
          FORMAT, 0, record.length == 0 ? "nothing" : "0x%02x".formatted(record[0]), "magic 0x46");
    }
    if (record.length > VERSION_OFFSET && record[VERSION_OFFSET] > VERSION) {
      throw new OtherVersionException(
          FORMAT, VERSION_OFFSET, "version " + record[VERSION_OFFSET], "version " + VERSION);
    }
    requireLength(record, HEAD_BYTES);
    ByteBuffer buffer = ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
    int version = record[VERSION_OFFSET];
    short flags = buffer.getShort(FLAGS_OFFSET);
    short highest = version == 1 ? 0 : EVEN_EMPTY;
    boolean tooLong = version < VERSION && record.length > HEAD_BYTES;
    if (tooLong || version < 1 || flags < 0 || flags > highest) {
      throw new CorruptException(
          FORMAT,
          VERSION_OFFSET,
          "version %d, flags %d, %d bytes".formatted(version, flags, record.length),
          "version 1 to 3, flags 0 or above version 1 also 1, %d bytes up to version 2"
              .formatted(HEAD_BYTES));
    }
    return new FinalizeRecord(
        buffer.getLong(THROUGH_OFFSET),
        flags == EVEN_EMPTY,
        version == VERSION ? hashes(buffer, record) : List.of());
  }

  private static List<Long> hashes(ByteBuffer buffer, byte[] record) {
    requireLength(record, HASHES_OFFSET);
    int count = buffer.getInt(COUNT_OFFSET);
    if (count < 1 || count > FinalizeRecord.MOST_LEFT_OUT) {
      throw new CorruptException(
          FORMAT, COUNT_OFFSET, count + " metrics", "1 to " + FinalizeRecord.MOST_LEFT_OUT);
    }
    int end = HASHES_OFFSET + count * Long.BYTES;
    requireLength(record, end);
    if (record.length > end) {
      throw new CorruptException(FORMAT, end, record.length + " bytes", end + " bytes");
    }
    List<Long> hashes = new ArrayList<>(count);
    for (int at = HASHES_OFFSET; at < end; at += Long.BYTES) {
      long hash = buffer.getLong(at);
      if (!hashes.isEmpty() && hashes.getLast() >= hash) {
        throw new CorruptException(
            FORMAT, at, "%016x".formatted(hash), "above %016x".formatted(hashes.getLast()));
      }
      hashes.add(hash);
    }
    return hashes;
  }

  private static void requireLength(byte[] record, int bytes) {
    if (record.length < bytes) {
      throw new TruncatedException(FORMAT, record.length, "the end", bytes + " bytes");
    }
  }
}
