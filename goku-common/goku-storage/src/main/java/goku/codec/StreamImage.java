package goku.codec;

import goku.model.ValueType;
import java.util.Arrays;

/// A copy of a Gorilla stream at some moment: its bits, and the state from which appending
/// continues. Reused for one stream after the other. Owned by one thread.
///
/// `GorillaReader.image` fills it, and `GorillaWriter.restore` makes a stream of it. A file may
/// hold it in between: its reader calls `begin`, fills the words and calls `setState`.
public final class StreamImage {
  /// The number of leading zeros of a missing window. No exclusive or other than zero has as many.
  public static final int NO_WINDOW = 64;

  /// The smallest number of bits of a datapoint.
  public static final int MIN_POINT_BITS = GorillaLayout.MIN_POINT_BITS;

  /// All flags that a stream can have.
  public static final int FLAGS =
      StreamLayout.MILLISECONDS | StreamLayout.NOT_ASCENDING | StreamLayout.TYPE_FLAGS;

  /// The number of extra words. Words are read in pairs, so one more than needed must exist.
  private static final int WORDS_AHEAD = 2;

  private long[] words = new long[32];
  private int count;
  private long bits;
  private int flags;
  private long timestamp;
  private long delta;
  private long value;
  private int leading;
  private int trailing;

  /// Begins a stream of `count` datapoints in `bits` bits. Returns the words, of which the caller
  /// must fill the first `wordCount()`. Bits after the last one must be zero.
  public long[] begin(int count, long bits) {
    int needed = Math.toIntExact(bits >>> 6) + WORDS_AHEAD;
    if (needed > words.length) {
      words = new long[Math.max(needed, words.length * 2)];
    }
    this.count = count;
    this.bits = bits;
    return words;
  }

  /// Sets the fields of the stream's header that appending needs; the package comment has the
  /// table.
  ///
  /// @param timestamp in the unit of the stream
  public void setState(
      int flags, long timestamp, long delta, long value, int leading, int trailing) {
    this.flags = flags;
    this.timestamp = timestamp;
    this.delta = delta;
    this.value = value;
    this.leading = leading;
    this.trailing = trailing;
  }

  /// Returns the bits, each word filled from its highest bit downwards. The array is replaced when
  /// a longer stream begins.
  public long[] words() {
    return words;
  }

  /// Returns the number of words that have bits. The last may be unfinished.
  public int wordCount() {
    return (int) ((bits + Long.SIZE - 1) >>> 6);
  }

  /// Returns the number of full words.
  public int finishedWords() {
    return (int) (bits >>> 6);
  }

  /// Returns the word after the finished ones, or zero if it has no bits.
  long tail() {
    return (bits & 63) == 0 ? 0 : words[finishedWords()];
  }

  /// Clears the bits after the last one.
  void cutTail() {
    int used = (int) bits & 63;
    words[finishedWords()] &= used == 0 ? 0 : -1L << (Long.SIZE - used);
  }

  /// Returns the number of datapoints. Arrivals with the same timestamp count separately.
  public int count() {
    return count;
  }

  public long bits() {
    return bits;
  }

  public int flags() {
    return flags;
  }

  /// Returns the timestamp of the last datapoint, in seconds or milliseconds according to the
  /// flags.
  public long timestamp() {
    return timestamp;
  }

  /// Returns the difference of the last two timestamps.
  public long delta() {
    return delta;
  }

  /// Returns the bits of the last value.
  public long value() {
    return value;
  }

  /// Returns the leading zeros of the window, 0 to 31, or `NO_WINDOW`.
  public int leading() {
    return leading;
  }

  /// Returns the trailing zeros of the window, 0 to 63.
  public int trailing() {
    return trailing;
  }

  /// Returns whether the flags state timestamps in milliseconds, not in seconds.
  public static boolean isInMilliseconds(int flags) {
    return (flags & StreamLayout.MILLISECONDS) != 0;
  }

  /// Returns the type of the values.
  public ValueType type() {
    return StreamLayout.type(flags);
  }

  /// Returns whether both are images of equal streams.
  public boolean sameAs(StreamImage other) {
    return count == other.count
        && bits == other.bits
        && Arrays.equals(words, 0, wordCount(), other.words, 0, other.wordCount())
        && flags == other.flags
        && timestamp == other.timestamp
        && delta == other.delta
        && value == other.value
        && leading == other.leading
        && trailing == other.trailing;
  }
}
