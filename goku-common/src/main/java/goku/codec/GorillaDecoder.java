package goku.codec;

/// Decodes the words of a stream into arrays. Pure; the tables are in the package's description.
final class GorillaDecoder {
  private static final int[] TIMESTAMP_BITS = {0, 7, 9, 12, 32, 64};
  private static final int[] TIMESTAMP_BIAS = {0, 63, 255, 2047, 0, 0};

  private final long[] words;
  private final long[] timestamps;
  private final double[] values;

  private long position;
  private long unit = 1000;
  private long timestamp;
  private long delta;

  /// @param words the stream's, and one more that is only read past the end
  GorillaDecoder(long[] words, long originMillis, long[] timestamps, double[] values) {
    this.words = words;
    this.timestamp = originMillis / 1000;
    this.timestamps = timestamps;
    this.values = values;
  }

  /// Decodes `count` datapoints to the arrays, from index `at` on.
  ///
  /// One load of 64 bits mostly holds all of a datapoint: a timestamp that goes on as before, and a
  /// value of few bits.
  void decode(int count, int at) {
    long next = position;
    long bits = 0;
    int trailing = 0;
    int meaningful = 0;
    for (int i = 0; i < count; i++) {
      long ahead = peek(next);
      if (ahead < 0) {
        position = next;
        readTimestamp();
        next = position;
        ahead = peek(next);
      } else {
        next++;
        ahead <<= 1;
      }
      timestamp += delta;
      if (i == 0) {
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
        // one bit of those ahead may be gone
        long payload = control + meaningful < 64 ? ahead << control : peek(next);
        bits ^= payload >>> (64 - meaningful) << trailing;
        next += meaningful;
      }
      timestamps[at + i] = timestamp * unit;
      values[at + i] = Double.longBitsToDouble(bits);
    }
    position = next;
  }

  /// Reads a timestamp that begins with `1` and adds its difference of differences to `delta`.
  private void readTimestamp() {
    int ones = Long.numberOfLeadingZeros(~peek(position) | 1L << 57);
    if (ones == 6) {
      position += 6;
      timestamp *= unit;
      delta *= unit;
      unit = 1;
      ones = Math.min(Long.numberOfLeadingZeros(~peek(position)), 5);
    }
    position += Math.min(ones, 5) + 1;
    if (ones == 0) {
      return;
    }
    int length = TIMESTAMP_BITS[ones];
    long next = peek(position);
    position += length;
    delta += length < 32 ? (next >>> (64 - length)) - TIMESTAMP_BIAS[ones] : next >> (64 - length);
  }

  /// The 64 bits from a position on.
  private long peek(long from) {
    int word = (int) (from >>> 6);
    int shift = (int) from & 63;
    return words[word] << shift | words[word + 1] >>> 1 >>> (63 - shift);
  }
}
