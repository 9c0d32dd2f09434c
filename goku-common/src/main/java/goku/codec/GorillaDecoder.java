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
  void decode(int count, int at) {
    long bits = 0;
    int trailing = 0;
    int meaningful = 0;
    for (int i = 0; i < count; i++) {
      if (peek(position) < 0) {
        readTimestamp();
      } else {
        position++;
      }
      timestamp += delta;
      if (i == 0) {
        delta = 0;
      }
      long next = peek(position);
      if (next >= 0) {
        position++;
      } else {
        if ((next & 1L << 62) == 0) {
          position += 2;
        } else {
          int leading = (int) (next >>> 57) & 31;
          meaningful = ((int) (next >>> 51) & 63) + 1;
          trailing = 64 - leading - meaningful;
          position += 13;
        }
        bits ^= peek(position) >>> (64 - meaningful) << trailing;
        position += meaningful;
      }
      timestamps[at + i] = timestamp * unit;
      values[at + i] = Double.longBitsToDouble(bits);
    }
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
