package goku.codec;

/// Decodes the words of a stream into arrays. Pure; the tables are in the package's description.
final class GorillaDecoder {
  static final int[] TIMESTAMP_BITS = {0, 7, 9, 12, 32, 64};
  private static final int[] TIMESTAMP_BIAS = {0, 63, 255, 2047, 0, 0};

  /// Where so many bits ahead are zeros, four datapoints or more are like the one before them.
  private static final int RUN_BITS = 8;

  private GorillaDecoder() {}

  /// Decodes `count` datapoints to the arrays, from index `at` on. All state is in registers, and
  /// one load of 64 bits mostly holds all of a datapoint: a timestamp that goes on as before, and a
  /// value of few bits.
  ///
  /// @param words the stream's, and one more that is only read past the end
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
        int ones = Long.numberOfLeadingZeros(~ahead | 1L << 57);
        if (ones == 6) { // milliseconds from here on
          next += 6;
          timestamp *= unit;
          delta *= unit;
          unit = 1;
          ones = Math.min(Long.numberOfLeadingZeros(~peek(words, next)), 5);
        }
        next += Math.min(ones, 5) + 1;
        if (ones > 0) {
          delta += difference(peek(words, next), ones);
          next += TIMESTAMP_BITS[ones];
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
        int control = 2;
        if ((ahead & 1L << 62) != 0) {
          int leading = (int) (ahead >>> 57) & 31;
          meaningful = ((int) (ahead >>> 51) & 63) + 1;
          trailing = 64 - leading - meaningful;
          control = 13;
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

  /// The difference of differences that follows so many ones and, but for five of them, a zero.
  static long difference(long ahead, int ones) {
    int length = TIMESTAMP_BITS[ones];
    return length < 32 ? (ahead >>> (64 - length)) - TIMESTAMP_BIAS[ones] : ahead >> (64 - length);
  }

  /// The 64 bits from a position on.
  static long peek(long[] words, long from) {
    int word = (int) (from >>> 6);
    int shift = (int) from & 63;
    return words[word] << shift | words[word + 1] >>> 1 >>> (63 - shift);
  }
}
