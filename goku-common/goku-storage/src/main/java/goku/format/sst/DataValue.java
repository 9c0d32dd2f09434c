package goku.format.sst;

import goku.codec.block.CorruptBlockException;
import goku.codec.block.ValueDecoder;
import goku.codec.block.ValueEncoder;
import goku.model.PointBuffer;
import goku.model.ValueType;
import java.lang.foreign.MemorySegment;

/// The value of a data key: the number of the column, and a block of values. Stateless.
public final class DataValue {
  /// The largest number of bytes before the block.
  public static final int MAX_HEAD_BYTES = ValueWriter.MAX_INT_BYTES;

  private static final String FORMAT = "data of a bucket";

  private DataValue() {}

  /// Writes the bytes before the block and returns the index after them.
  public static int write(int column, byte[] into, int at) {
    return ValueWriter.varint(column, into, at);
  }

  /// Returns the number of the column.
  ///
  /// @param value segment that begins with the value
  /// @param bytes length of the value
  /// @throws goku.format.FormatException when the value is invalid
  public static int column(MemorySegment value, long bytes) {
    return BlockValue.number(FORMAT, value, bytes);
  }

  /// Decodes all values to the words of the buffer after its last datapoint, as words of the
  /// returned type. The buffer must have room; its size does not change.
  ///
  /// @param value segment that begins with the value and has `ValueDecoder.READ_AHEAD_BYTES` more
  /// @param bytes length of the value
  /// @param column result of `column`
  /// @param count the number of timestamps of the column
  /// @throws goku.format.FormatException when the values are corrupt
  public static ValueType decode(
      MemorySegment value, long bytes, int column, int count, PointBuffer into) {
    int block = checkedBlock(bytes, column, count);
    try {
      ValueDecoder.decode(value, block, count, into);
      return ValueDecoder.type(value, block);
    } catch (CorruptBlockException broken) {
      throw BlockValue.broken(FORMAT, broken);
    } catch (IndexOutOfBoundsException broken) {
      throw BlockValue.broken(FORMAT, block, broken);
    }
  }

  /// Decodes all numbers to the array from index `to` on.
  ///
  /// @param value segment that begins with the value and has `ValueDecoder.READ_AHEAD_BYTES` more
  /// @param bytes length of the value
  /// @param column result of `column`
  /// @param count the number of timestamps of the column
  /// @throws goku.format.FormatException when the values are corrupt
  public static void decode(
      MemorySegment value, long bytes, int column, int count, double[] into, int to) {
    int block = checkedBlock(bytes, column, count);
    try {
      ValueDecoder.decode(value, block, count, into, to);
    } catch (CorruptBlockException broken) {
      throw BlockValue.broken(FORMAT, broken);
    } catch (IndexOutOfBoundsException broken) {
      throw BlockValue.broken(FORMAT, block, broken);
    }
  }

  private static int checkedBlock(long bytes, int column, int count) {
    int block = BlockValue.block(column);
    BlockValue.need(FORMAT, bytes, count, block, ValueEncoder.minBytes(count));
    return block;
  }
}
