package goku.codec;

import static goku.codec.GorillaLayout.AHEAD_LEADING_SHIFT;
import static goku.codec.GorillaLayout.AHEAD_WIDTH_SHIFT;
import static goku.codec.GorillaLayout.D_BITS;
import static goku.codec.GorillaLayout.MAX_LEADING;
import static goku.codec.GorillaLayout.MAX_ONES;
import static goku.codec.GorillaLayout.NEW_WINDOW_FLAG;
import static goku.codec.GorillaLayout.NEW_WINDOW_HEAD_BITS;
import static goku.codec.GorillaLayout.TO_MILLISECONDS_ONES;
import static goku.codec.GorillaLayout.VALUE_CONTROL_BITS;
import static goku.codec.GorillaLayout.WIDTH_MASK;

/// A decoder of the words of a stream into arrays. Pure. `GorillaLayout` describes the bits.
final class GorillaDecoder {
  /// The number of zero bits ahead that mark a run of at least four datapoints like the last one.
  private static final int RUN_BITS = 8;

  /// A bit that limits the count of ones to those that change to milliseconds.
  private static final long NO_MORE_ONES = 1L << (Long.SIZE - 1 - TO_MILLISECONDS_ONES);

  private GorillaDecoder() {}

  /// Decodes `count` datapoints to the arrays, from index `at` on. All state is in registers. One
  /// load of 64 bits usually covers a whole datapoint, with a regular timestamp and a value of few
  /// bits.
  ///
  /// @param words words of the stream, and one more that is only read past the end
  static void decode(
      long[] words, long originMillis, int count, long[] timestamps, double[] values, int at) {
    long next = 0;
    long unit = 1000;
    long timestamp = originMillis / 1000;
    long delta = 0;
    long bits = 0;
    int trailing = 0;
    int meaningful = 0;
    int end = at + count;
    for (int i = at; i < end; ) {
      long ahead = peek(words, next);
      if (ahead >>> (64 - RUN_BITS) == 0) {
        int behind = i + Math.min(Long.numberOfLeadingZeros(ahead) >> 1, end - i);
        double value = Double.longBitsToDouble(bits);
        next += 2L * (behind - i);
        for (; i < behind; i++) {
          timestamp += delta;
          timestamps[i] = timestamp * unit;
          values[i] = value;
        }
        continue;
      }
      if (ahead >= 0) {
        next++;
        ahead <<= 1; // one bit at its end is gone
      } else {
        int ones = Long.numberOfLeadingZeros(~ahead | NO_MORE_ONES);
        if (ones == TO_MILLISECONDS_ONES) { // milliseconds from here on
          next += TO_MILLISECONDS_ONES;
          timestamp *= unit;
          delta *= unit;
          unit = 1;
          ones = Math.min(Long.numberOfLeadingZeros(~peek(words, next)), MAX_ONES);
        }
        next += Math.min(ones, MAX_ONES) + 1;
        if (ones > 0) {
          delta += GorillaLayout.difference(peek(words, next), ones);
          next += D_BITS[ones];
        }
        ahead = peek(words, next);
      }
      timestamp += delta;
      if (i == at) {
        delta = 0;
      }
      if (ahead >= 0) {
        next++;
      } else {
        int control = VALUE_CONTROL_BITS;
        if ((ahead & NEW_WINDOW_FLAG) != 0) {
          int leading = (int) (ahead >>> AHEAD_LEADING_SHIFT) & MAX_LEADING;
          meaningful = ((int) (ahead >>> AHEAD_WIDTH_SHIFT) & WIDTH_MASK) + 1;
          trailing = 64 - leading - meaningful;
          control = NEW_WINDOW_HEAD_BITS;
        }
        next += control;
        long payload = control + meaningful < 64 ? ahead << control : peek(words, next);
        bits ^= payload >>> (64 - meaningful) << trailing;
        next += meaningful;
      }
      timestamps[i] = timestamp * unit;
      values[i++] = Double.longBitsToDouble(bits);
    }
  }

  /// Returns the 64 bits from a position on.
  static long peek(long[] words, long from) {
    int word = (int) (from >>> 6);
    int shift = (int) from & 63;
    return words[word] << shift | words[word + 1] >>> 1 >>> (63 - shift);
  }
}
