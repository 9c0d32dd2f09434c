package goku.format.sst;

import goku.codec.block.CorruptBlockException;
import goku.codec.block.TimestampDecoder;
import goku.codec.block.TimestampEncoder;
import java.lang.foreign.MemorySegment;

/// The value of a column: the number of its timestamps, and a block of them. Stateless.
public final class ColumnValue {
  /// In front of the block are at most so many bytes.
  public static final int MAX_HEAD_BYTES = ValueWriter.MAX_INT_BYTES;

  private static final String FORMAT = "column of a bucket";

  private ColumnValue() {}

  /// Writes what is in front of the block, and returns the index behind it.
  public static int write(int points, byte[] into, int at) {
    return ValueWriter.varint(points, into, at);
  }

  /// The number of timestamps. As many as the block can have, so that arrays of that size can be
  /// made.
  ///
  /// @param value the segment begins with the value
  /// @param bytes of the value
  /// @throws goku.format.FormatException when it is none
  public static int points(MemorySegment value, long bytes) {
    int points = BlockValue.number(FORMAT, value, bytes);
    BlockValue.need(
        FORMAT, bytes, points, BlockValue.block(points), TimestampEncoder.minBytes(points));
    return points;
  }

  /// Decodes all timestamps to the array from index `to` on.
  ///
  /// @param value the segment begins with the value, and has `ValueDecoder.READ_AHEAD_BYTES` more
  /// @param points as `points` gave them
  /// @param originMillis the start of the bucket
  /// @throws goku.format.FormatException when they are broken
  public static void decode(
      MemorySegment value, int points, long originMillis, long[] into, int to) {
    int block = BlockValue.block(points);
    try {
      TimestampDecoder.decode(value, block, points, originMillis, into, to);
    } catch (CorruptBlockException broken) {
      throw BlockValue.broken(FORMAT, broken);
    } catch (IndexOutOfBoundsException broken) {
      throw BlockValue.broken(FORMAT, block, broken);
    }
  }
}
