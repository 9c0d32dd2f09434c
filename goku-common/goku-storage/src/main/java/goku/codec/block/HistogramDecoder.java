package goku.codec.block;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import goku.model.PointBuffer;
import goku.model.ValueType;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.Histograms;
import goku.model.histogram.InvalidHistogramException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A decoder of blocks that a `HistogramEncoder` wrote, into the store and the words of a buffer.
/// Used for one block.
final class HistogramDecoder {
  private final MemorySegment segment;
  private final PointBuffer into;

  /// The index of the first histogram in the buffer.
  private final int to;

  private final int count;
  private long at;

  private HistogramDecoder(MemorySegment segment, long at, int count, PointBuffer into) {
    this.segment = segment;
    this.at = at;
    this.count = count;
    this.into = into;
    to = into.size();
  }

  /// Decodes `count` histograms from an offset of the segment, and sets the words of the buffer
  /// after its last datapoint. Returns the offset after the block.
  static long decode(MemorySegment segment, long at, int count, PointBuffer into) {
    var decoder = new HistogramDecoder(segment, at + 1, count, into);
    decoder.run();
    return decoder.at;
  }

  private void run() {
    HistogramShape[] families = new HistogramShape[number("families", count)];
    for (int i = 0; i < families.length; i++) {
      families[i] = shape();
    }
    if (families.length == 1) {
      decodeOnly(families[0]);
      return;
    }
    long[] numbers = new long[count];
    column(numbers, count);
    int[] ends = new int[families.length + 1];
    for (long number : numbers) {
      if (number < 0 || number >= families.length) {
        throw CorruptBlockException.of(at, "family " + number, "0 to " + (families.length - 1));
      }
      ends[(int) number + 1]++;
    }
    for (int i = 1; i < ends.length; i++) {
      ends[i] += ends[i - 1];
    }
    int[] entries = new int[count];
    for (int entry = 0; entry < count; entry++) {
      entries[ends[(int) numbers[entry]]++] = entry;
    }
    int from = 0;
    for (int i = 0; i < families.length; i++) {
      decodeSome(families[i], Arrays.copyOfRange(entries, from, ends[i]));
      from = ends[i];
    }
  }

  private HistogramShape shape() {
    long start = at;
    byte[] bytes =
        new byte[number("bytes of a shape", (int) Math.min(1 << 20, segment.byteSize()))];
    MemorySegment.copy(segment, JAVA_BYTE, at, bytes, 0, bytes.length);
    at += bytes.length;
    try {
      HistogramShape shape = into.histograms().shape(bytes, 0, bytes.length);
      into.histograms().announce(shape);
      return shape;
    } catch (InvalidHistogramException invalid) {
      throw CorruptBlockException.of(start, String.valueOf(invalid.getMessage()), "a shape");
    }
  }

  /// Decodes a block of one family, whose histograms follow each other at equal distances.
  private void decodeOnly(HistogramShape shape) {
    Histograms histograms = into.histograms();
    double[] words = into.words();
    int first = 0;
    for (int i = 0; i < count; i++) {
      int handle = histograms.addUnset(shape);
      words[to + i] = ValueType.word(handle);
      first = i == 0 ? handle : first;
    }
    int stride = shape.words() + 1;
    long[] target = histograms.words();
    long[] column = into.scratch(count);
    for (int i = 1; i <= shape.counts(); i++) {
      column(column, count);
      int place = first + i;
      for (int entry = 0; entry < count; entry++) {
        target[place] = column[entry];
        place += stride;
      }
    }
    double[] values = new double[shape.words() > shape.counts() ? count : 0];
    for (int i = shape.counts() + 1; i <= shape.words(); i++) {
      at = ValueDecoder.decode(segment, at, count, values, 0);
      int place = first + i;
      for (int entry = 0; entry < count; entry++) {
        target[place] = Double.doubleToRawLongBits(values[entry]);
        place += stride;
      }
    }
  }

  private void decodeSome(HistogramShape shape, int[] entries) {
    int length = entries.length;
    if (length == 0) {
      throw CorruptBlockException.of(at, "a family without histograms", "at least one");
    }
    Histograms histograms = into.histograms();
    double[] words = into.words();
    for (int entry : entries) {
      words[to + entry] = ValueType.word(histograms.addUnset(shape));
    }
    long[] target = histograms.words();
    long[] column = into.scratch(length);
    for (int i = 1; i <= shape.counts(); i++) {
      column(column, length);
      for (int n = 0; n < length; n++) {
        target[handle(words, entries[n]) + i] = column[n];
      }
    }
    double[] values = new double[shape.words() > shape.counts() ? length : 0];
    for (int i = shape.counts() + 1; i <= shape.words(); i++) {
      at = ValueDecoder.decode(segment, at, length, values, 0);
      for (int n = 0; n < length; n++) {
        target[handle(words, entries[n]) + i] = Double.doubleToRawLongBits(values[n]);
      }
    }
  }

  private int handle(double[] words, int entry) {
    return (int) ValueType.integer(words[to + entry]);
  }

  private void column(long[] column, int length) {
    at = TimestampDecoder.decode(segment, at, length, 0, column, 0);
  }

  private int number(String what, int most) {
    long start = at;
    long value = 0;
    int shift = 0;
    byte next;
    do {
      next = segment.get(JAVA_BYTE, at++);
      value |= (next & 0x7FL) << shift;
      shift += 7;
    } while (next < 0 && shift < Integer.SIZE);
    if (value < 1 || value > most) {
      throw CorruptBlockException.of(start, value + " " + what, "1 to " + most);
    }
    return (int) value;
  }
}
