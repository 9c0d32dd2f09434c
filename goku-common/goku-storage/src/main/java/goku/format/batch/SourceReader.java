package goku.format.batch;

import static goku.format.batch.BatchLayout.FORMAT;
import static goku.format.batch.InputSection.NEW_RECORD;
import static goku.format.batch.InputSection.OTHER_INPUT;
import static goku.format.batch.InputSection.RECORD_BITS;

import goku.format.CorruptException;
import java.util.List;

/// A cursor over the positions of a batch's datapoints in their inputs. Owned by one thread.
public final class SourceReader {
  private final byte[] bytes;
  private final int end;
  private final long[] offsets;
  private final int[] numbers;
  private int position;
  private int input = -1;

  SourceReader(byte[] bytes, int start, int end, List<InputRange> inputs) {
    this.bytes = bytes;
    this.end = end;
    position = start;
    offsets = inputs.stream().mapToLong(range -> range.from().offset()).toArray();
    numbers = inputs.stream().mapToInt(range -> range.from().number() - 1).toArray();
  }

  /// Moves to the position of the next datapoint.
  public void next() {
    long step = readVarint();
    if ((step & NEW_RECORD) == 0) {
      if (input < 0) {
        throw corrupt("a datapoint without a record", "the position of a record");
      }
      numbers[input] += (int) (step >>> 1) + 1;
      return;
    }
    if ((step & OTHER_INPUT) != 0) {
      long other = readVarint();
      if (other < 0 || other >= offsets.length) {
        throw corrupt("input " + other, "0 to " + (offsets.length - 1));
      }
      input = (int) other;
    } else if (input < 0) {
      throw corrupt("a record without an input", "the number of an input");
    }
    offsets[input] += readVarint();
    numbers[input] = (int) (step >>> RECORD_BITS);
  }

  /// Returns the number of the input in the batch.
  public int input() {
    return input;
  }

  /// Returns the offset of the datapoint's record.
  public long offset() {
    return offsets[input];
  }

  /// Returns the number of the datapoint in the record.
  public int number() {
    return numbers[input];
  }

  private long readVarint() {
    long result = 0;
    for (int shift = 0; shift < Long.SIZE && position < end; shift += 7) {
      byte next = bytes[position++];
      result |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return result;
      }
    }
    throw corrupt("the end of the positions", "a position for each datapoint");
  }

  private CorruptException corrupt(String found, String wanted) {
    return new CorruptException(FORMAT, position, found, wanted);
  }
}
