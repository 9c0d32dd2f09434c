package goku.codec;

import java.util.Arrays;

/// All of a Gorilla stream at some moment: its bits, and the state in which appending goes on. Used
/// again for one stream after the other: what is asked for is that of the last one. Owned by one
/// thread.
///
/// `GorillaReader.image` fills it, `GorillaWriter.restore` makes a stream of it. A file may hold it
/// meanwhile: who reads one calls `begin`, fills the words and calls `setState`.
public final class StreamImage {
  /// How many leading zeros the window has when there is none yet: no exclusive or but zero has so
  /// many.
  public static final int NO_WINDOW = 64;

  /// The fewest bits that a datapoint takes.
  public static final int MIN_POINT_BITS = GorillaLayout.MIN_POINT_BITS;

  /// All flags that a stream can have.
  public static final int FLAGS = StreamLayout.MILLISECONDS | StreamLayout.NOT_ASCENDING;

  /// Words are read in pairs, so there is one more than bits may be in.
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

  /// Begins another stream, of so many datapoints in so many bits. Returns the words, of which the
  /// caller fills the first `wordCount()`; bits behind the last one are zero.
  public long[] begin(int count, long bits) {
    int needed = Math.toIntExact(bits >>> 6) + WORDS_AHEAD;
    if (needed > words.length) {
      words = new long[Math.max(needed, words.length * 2)];
    }
    this.count = count;
    this.bits = bits;
    return words;
  }

  /// Sets what the header of the stream has for appending; the table is in the package's
  /// description.
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

  /// The bits, each word filled from its highest bit downwards. The array is replaced when a longer
  /// stream begins.
  public long[] words() {
    return words;
  }

  /// Words that have bits, the last of which may be unfinished.
  public int wordCount() {
    return (int) ((bits + Long.SIZE - 1) >>> 6);
  }

  /// Words all of whose bits are the stream's.
  public int finishedWords() {
    return (int) (bits >>> 6);
  }

  /// The word behind the finished ones, zero when it has no bits.
  long tail() {
    return (bits & 63) == 0 ? 0 : words[finishedWords()];
  }

  /// Forgets what is behind the last bit.
  void cutTail() {
    int used = (int) bits & 63;
    words[finishedWords()] &= used == 0 ? 0 : -1L << (Long.SIZE - used);
  }

  /// Datapoints, arrivals of the same timestamp counted one by one.
  public int count() {
    return count;
  }

  public long bits() {
    return bits;
  }

  public int flags() {
    return flags;
  }

  /// Of the last datapoint, in seconds or milliseconds as the flags say.
  public long timestamp() {
    return timestamp;
  }

  /// Between the last two timestamps.
  public long delta() {
    return delta;
  }

  /// The bits of the last value.
  public long value() {
    return value;
  }

  /// Leading zeros of the window, 0 to 31, or `NO_WINDOW`.
  public int leading() {
    return leading;
  }

  /// Trailing zeros of the window, 0 to 63.
  public int trailing() {
    return trailing;
  }

  /// Whether flags say that timestamps are in milliseconds, and not in seconds.
  public static boolean isInMilliseconds(int flags) {
    return (flags & StreamLayout.MILLISECONDS) != 0;
  }

  /// Whether both are images of equal streams.
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
