package goku.format.sst;

import goku.codec.block.CorruptBlockException;
import goku.format.CorruptException;
import goku.format.TruncatedException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The common form of columns and data: a number as a varint, followed by a block.
final class BlockValue {
  private BlockValue() {}

  /// Returns the number.
  ///
  /// @param bytes length of the value, which the segment begins with
  static int number(String format, MemorySegment value, long bytes) {
    long number = 0;
    for (int i = 0; i < ValueWriter.MAX_INT_BYTES; i++) {
      if (i >= bytes) {
        throw new TruncatedException(format, bytes, "the end", "a number and a block");
      }
      byte next = value.get(ValueLayout.JAVA_BYTE, i);
      number |= (next & 0x7FL) << (7 * i);
      if (next >= 0) {
        if (number > Integer.MAX_VALUE) {
          break;
        }
        return (int) number;
      }
    }
    throw new CorruptException(format, 0, "a number of more than 31 bits", "a smaller one");
  }

  /// Returns the offset of the block.
  static int block(int number) {
    return ValueWriter.varintBytes(number);
  }

  /// Checks that the value is long enough for a block of at least `least` bytes.
  static void need(String format, long bytes, int count, int block, int least) {
    if (bytes - block < least) {
      throw new TruncatedException(
          format,
          bytes,
          "the end",
          "a block of %d entries, at least %d bytes".formatted(count, least));
    }
  }

  static CorruptException broken(String format, CorruptBlockException cause) {
    var corrupt = new CorruptException(format, cause.offset(), cause.found(), cause.wanted());
    corrupt.initCause(cause);
    return corrupt;
  }

  static CorruptException broken(String format, int block, IndexOutOfBoundsException cause) {
    var corrupt =
        new CorruptException(format, block, "a block that leaves its value", "one that ends in it");
    corrupt.initCause(cause);
    return corrupt;
  }
}
