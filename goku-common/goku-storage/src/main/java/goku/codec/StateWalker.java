package goku.codec;

import static goku.codec.GorillaLayout.AHEAD_LEADING_SHIFT;
import static goku.codec.GorillaLayout.AHEAD_WIDTH_SHIFT;
import static goku.codec.GorillaLayout.D_BITS;
import static goku.codec.GorillaLayout.MAX_LEADING;
import static goku.codec.GorillaLayout.NEW_WINDOW_FLAG;
import static goku.codec.GorillaLayout.TO_MILLISECONDS_ONES;
import static goku.codec.GorillaLayout.VALUE_CONTROL_BITS;
import static goku.codec.GorillaLayout.WIDTH_MASK;
import static goku.codec.GorillaLayout.WINDOW_BITS;
import static goku.codec.StreamImage.NO_WINDOW;
import static goku.codec.StreamLayout.MILLISECONDS;
import static goku.codec.StreamLayout.NOT_ASCENDING;

/// A decoder that finds the writer's state at the end of a prefix of a stream. The header cannot be
/// used, as it may be ahead of the published prefix. Pure. Separate from `GorillaDecoder`, whose
/// loop keeps only the state that it needs.
final class StateWalker {
  private StateWalker() {}

  /// Sets the state of an image that has its words.
  ///
  /// @param headerFlags flags of the stream, of which those of the type are taken
  static void walk(StreamImage image, long originMillis, int headerFlags) {
    long[] words = image.words();
    long next = 0;
    int flags = headerFlags & StreamLayout.TYPE_FLAGS;
    long unit = 1000;
    long timestamp = originMillis / 1000;
    long delta = 0;
    long value = 0;
    int leading = NO_WINDOW;
    int trailing = 0;
    for (int i = 0; i < image.count(); i++) {
      int ones = ones(words, next);
      if (ones == TO_MILLISECONDS_ONES) { // milliseconds from here on
        next += TO_MILLISECONDS_ONES;
        timestamp *= unit;
        delta *= unit;
        unit = 1;
        flags |= MILLISECONDS;
        ones = ones(words, next);
      }
      next += ones + 1;
      if (ones > 0) {
        delta += GorillaLayout.difference(GorillaDecoder.peek(words, next), ones);
        next += D_BITS[ones];
      }
      long last = timestamp;
      timestamp += delta;
      if (i == 0) {
        delta = 0;
      } else if (timestamp * unit <= last * unit) { // the comparison of the writer
        flags |= NOT_ASCENDING;
      }

      long ahead = GorillaDecoder.peek(words, next);
      if (ahead >= 0) {
        next++;
        continue;
      }
      next += VALUE_CONTROL_BITS;
      if ((ahead & NEW_WINDOW_FLAG) != 0) {
        leading = (int) (ahead >>> AHEAD_LEADING_SHIFT) & MAX_LEADING;
        trailing = 63 - leading - ((int) (ahead >>> AHEAD_WIDTH_SHIFT) & WIDTH_MASK);
        next += WINDOW_BITS;
      }
      int meaningful = 64 - leading - trailing;
      value ^= GorillaDecoder.peek(words, next) >>> (64 - meaningful) << trailing;
      next += meaningful;
    }
    image.setState(flags, timestamp, delta, value, leading, trailing);
  }

  /// Returns the number of ones that a timestamp begins with: up to five and a zero, or six.
  private static int ones(long[] words, long from) {
    return Math.min(
        Long.numberOfLeadingZeros(~GorillaDecoder.peek(words, from)), TO_MILLISECONDS_ONES);
  }
}
