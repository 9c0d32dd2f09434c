package goku.index;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/// The terms of a series in one block, each in the number of bits that the largest needs: 24 bytes
/// for a metric and 11 tags in a shard of up to 32,768 terms, 32 bytes up to a million.
///
/// | bits | field |
/// | ---: | --- |
/// | 5 | bits of a term - 1 |
/// | 7 | number of tags; 127 when it is in the next field |
/// | 16 | number of tags, if it is above 126 |
/// | the rest | the terms of the metric and of the tags, ascending by key |
///
/// Bits are counted from the lowest of 8-byte words, little-endian like the machine.
final class TermList {
  private static final int WIDTH_BITS = 5;
  private static final int COUNT_BITS = 7;
  private static final int LONG_COUNT_BITS = 16;
  private static final int MANY = (1 << COUNT_BITS) - 1;
  private static final int HEAD = WIDTH_BITS + COUNT_BITS;
  private static final int LONG_HEAD = HEAD + LONG_COUNT_BITS;

  private TermList() {}

  /// Returns the number of bits per term.
  static int width(int metric, int[] tags, int count) {
    int all = metric;
    for (int n = 0; n < count; n++) {
      all |= tags[n];
    }
    return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(all));
  }

  /// Returns the size of a list in bytes.
  static int bytes(int width, int count) {
    long bits = head(count) + (count + 1L) * width;
    return (int) ((bits + Long.SIZE - 1) / Long.SIZE) * Long.BYTES;
  }

  /// Returns the size of a written list in bytes.
  static int bytes(MemorySegment segment, long at) {
    long first = segment.get(JAVA_LONG, at);
    return bytes(width(first), count(first));
  }

  static void write(MemorySegment segment, long at, int metric, int[] tags, int count, int width) {
    long word = (width - 1) | ((long) Math.min(count, MANY) << WIDTH_BITS);
    if (count >= MANY) {
      word |= (long) count << HEAD;
    }
    int used = head(count);
    long next = at;
    for (int n = -1; n < count; n++) {
      long term = n < 0 ? metric : tags[n];
      word |= term << used;
      used += width;
      if (used >= Long.SIZE) {
        segment.set(JAVA_LONG, next, word);
        next += Long.BYTES;
        used -= Long.SIZE;
        word = used == 0 ? 0 : term >>> (width - used);
      }
    }
    if (used > 0) {
      segment.set(JAVA_LONG, next, word);
    }
  }

  static int count(MemorySegment segment, long at) {
    return count(segment.get(JAVA_LONG, at));
  }

  static int metric(MemorySegment segment, long at) {
    return get(segment, at, 0);
  }

  static int tag(MemorySegment segment, long at, int n) {
    return get(segment, at, n + 1);
  }

  /// Writes the terms of the tags to the array, if it is long enough. Returns the number of tags.
  static int tags(MemorySegment segment, long at, int[] into) {
    long word = segment.get(JAVA_LONG, at);
    int count = count(word);
    if (count > into.length) {
      return count;
    }
    int width = width(word);
    long mask = (1L << width) - 1;
    int used = head(count) + width; // the metric always ends in the first word
    word >>>= used;
    int left = Long.SIZE - used;
    long next = at;
    for (int n = 0; n < count; n++) {
      long term = word;
      if (left < width) {
        next += Long.BYTES;
        word = segment.get(JAVA_LONG, next);
        term |= word << left;
        word >>>= width - left;
        left += Long.SIZE;
      } else {
        word >>>= width;
      }
      left -= width;
      into[n] = (int) (term & mask);
    }
    return count;
  }

  private static int get(MemorySegment segment, long at, int index) {
    long first = segment.get(JAVA_LONG, at);
    int width = width(first);
    long bit = head(count(first)) + (long) index * width;
    int shift = (int) bit & (Long.SIZE - 1);
    long from = at + (bit >>> 6) * Long.BYTES;
    long term = segment.get(JAVA_LONG, from) >>> shift;
    if (shift + width > Long.SIZE) {
      term |= segment.get(JAVA_LONG, from + Long.BYTES) << (Long.SIZE - shift);
    }
    return (int) (term & ((1L << width) - 1));
  }

  private static int head(int count) {
    return count < MANY ? HEAD : LONG_HEAD;
  }

  private static int width(long first) {
    return ((int) first & ((1 << WIDTH_BITS) - 1)) + 1;
  }

  private static int count(long first) {
    int count = ((int) first >>> WIDTH_BITS) & MANY;
    return count < MANY ? count : (int) (first >>> HEAD) & ((1 << LONG_COUNT_BITS) - 1);
  }
}
