package goku.codec;

import goku.model.PointBuffer;
import goku.model.ValueType;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.Histograms;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The form of a histogram in a Gorilla stream: datapoints with one timestamp, whose values are
/// words with the bytes of the histogram. Stateless.
///
/// | bits | field of the first word |
/// | ---: | --- |
/// | 0 to 47 | the first 6 bytes of the histogram, the first in the lowest bits |
/// | 48 to 62 | number of its bytes, 1 to 32,767 |
/// | 63 | 1 |
///
/// | bits | field of each further word |
/// | ---: | --- |
/// | 0 to 55 | the next 7 bytes |
/// | 56 to 63 | 0 |
///
/// A histogram whose words are not all there does not exist: the memory was full when it was
/// appended, or a reader sees only a prefix of the stream. It is appended again from its first
/// word.
final class HistogramWords {
  static final int MAX_BYTES = (1 << 15) - 1;

  /// The byte in the place of a shape that the first histogram of the stream has.
  static final byte FIRST_SHAPE = 0;

  private static final int FIRST_BYTES = 6;
  private static final int NEXT_BYTES = 7;
  private static final int LENGTH_SHIFT = 48;
  private static final long FIRST = 1L << 63;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  private HistogramWords() {}

  /// Returns the number of words of a histogram.
  static int count(int bytes) {
    return 1 + Math.max(0, bytes - FIRST_BYTES + NEXT_BYTES - 1) / NEXT_BYTES;
  }

  /// Returns the number of words of a histogram that begins with the word.
  static int count(double first) {
    return count((int) (ValueType.integer(first) >>> LENGTH_SHIFT) & MAX_BYTES);
  }

  /// Returns whether the buffer has all words of a histogram, and its bytes begin with these.
  static boolean beginsWith(PointBuffer words, byte[] bytes, int from, int length) {
    int found = length(words.words(), 0, words.size());
    if (found < length) {
      return false;
    }
    byte[] unpacked = words.histograms().scratch((words.size() + 1) * Long.BYTES);
    unpack(words.words(), 0, words.size(), unpacked);
    return Arrays.equals(unpacked, 0, length, bytes, from, from + length);
  }

  /// Returns a word of the histogram in the bytes from `from` to `from + length - 1`.
  ///
  /// @param number number of the word, from 0 on
  static long word(byte[] bytes, int from, int length, int number) {
    if (number == 0) {
      return FIRST
          | (long) length << LENGTH_SHIFT
          | pack(bytes, from, Math.min(length, FIRST_BYTES));
    }
    int skipped = FIRST_BYTES + (number - 1) * NEXT_BYTES;
    return pack(bytes, from + skipped, Math.min(length - skipped, NEXT_BYTES));
  }

  private static long pack(byte[] bytes, int from, int count) {
    long word = 0;
    for (int i = 0; i < count; i++) {
      word |= (bytes[from + i] & 0xFFL) << (i << 3);
    }
    return word;
  }

  /// Replaces the decoded words of a stream by its histograms, in the order of arrival.
  ///
  /// @param points buffer whose last datapoints are the words
  /// @param from index of the first word
  /// @return whether timestamps may not ascend strictly
  static boolean join(PointBuffer points, int from) {
    long[] times = points.timestamps();
    double[] words = points.words();
    Histograms histograms = points.histograms();
    int end = points.size();
    int to = from;
    boolean ascends = true;
    @Nullable HistogramShape first = null;
    for (int at = from; at < end; ) {
      int length = length(words, at, end);
      if (length > 0) {
        byte[] bytes = histograms.scratch((count(length) + 1) * Long.BYTES);
        unpack(words, at, count(length), bytes);
        ascends &= to == from || times[at] > times[to - 1];
        times[to] = times[at];
        boolean isFirst = at == from;
        at += count(length);
        int handle =
            bytes[0] == FIRST_SHAPE && first != null
                ? histograms.readCounts(first, bytes, 1, length)
                : histograms.read(bytes, 0, length);
        first = isFirst ? histograms.shape(handle) : first;
        words[to++] = ValueType.word(handle);
      } else {
        at++;
      }
    }
    points.setSize(to);
    return !ascends;
  }

  /// Returns the number of bytes of the histogram that begins at the word; 0 if none does.
  private static int length(double[] words, int at, int end) {
    long first = ValueType.integer(words[at]);
    int length = (int) (first >>> LENGTH_SHIFT) & MAX_BYTES;
    int next = at + count(length);
    if (first >= 0 || next > end) {
      return 0;
    }
    for (int i = at + 1; i < next; i++) {
      if (ValueType.integer(words[i]) < 0) {
        return 0;
      }
    }
    return length;
  }

  /// Each word is stored with a byte or two too many, which the next one overwrites.
  private static void unpack(double[] words, int at, int count, byte[] into) {
    LONG.set(into, 0, ValueType.integer(words[at]));
    for (int i = 1; i < count; i++) {
      LONG.set(into, FIRST_BYTES + (i - 1) * NEXT_BYTES, ValueType.integer(words[at + i]));
    }
  }
}
