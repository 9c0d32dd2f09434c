package goku.format.sst;

import goku.codec.block.CorruptBlockException;
import goku.codec.block.TimestampDecoder;
import goku.codec.block.TimestampEncoder;
import java.lang.foreign.MemorySegment;

/// The value of a column: the number of its timestamps, and a block of them. Stateless.
public final class ColumnValue {
  /// The largest number of bytes before the block.
  public static final int MAX_HEAD_BYTES = ValueWriter.MAX_INT_BYTES;

  private static final String FORMAT = "column of a bucket";

  private ColumnValue() {}

  /// Writes the bytes before the block and returns the index after them.
  public static int write(int points, byte[] into, int at) {
    return ValueWriter.varint(points, into, at);
  }

  /// Returns the number of timestamps. The block is long enough for them, so an array of that size
  /// is safe to allocate.
  ///
  /// @param value segment that begins with the value
  /// @param bytes length of the value
  /// @throws goku.format.FormatException when the value is invalid
  public static int points(MemorySegment value, long bytes) {
    int points = BlockValue.number(FORMAT, value, bytes);
    BlockValue.need(
        FORMAT, bytes, points, BlockValue.block(points), TimestampEncoder.minBytes(points));
    return points;
  }

  /// Decodes all timestamps to the array from index `to` on.
  ///
  /// @param value segment that begins with the value and has `ValueDecoder.READ_AHEAD_BYTES` more
  /// @param points result of `points`
  /// @param originMillis the start of the bucket
  /// @throws goku.format.FormatException when the timestamps are corrupt
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
